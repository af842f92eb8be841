package nets

import (
	"strings"
	"sync"

	rt "gocheck.dev/runtime"
	"gocheck.dev/runtime/internal/calls"
)

// nobodys are the names that no host has (RFC 6761).
var nobodys = []string{".invalid", ".test", ".example"}

// lookups are the sites where names are looked up, by position: executions come back to them.
var lookups = struct {
	sync.Mutex
	sites map[string]rt.Site
}{sites: map[string]rt.Site{}}

// Unknown says that the program is told that there is no such host, though one may be out there.
func (Sockets) Unknown(host string) {
	for _, end := range nobodys {
		if strings.HasSuffix(strings.TrimSuffix(host, "."), end) {
			return
		}
	}
	at := rt.Site(atOpen)
	if caller := calls.UserCaller(); caller != "" && rt.Controlled() {
		lookups.Lock()
		if at = lookups.sites[caller]; at == 0 {
			at = rt.RegisterSites("net", caller+":1\tsocket\taddress")
			lookups.sites[caller] = at
		}
		lookups.Unlock()
	}
	what := "what the name " + host + " stands for"
	rt.Measures(at, what, what+", asked for at "+at.Line()+", is not known to gocheck: it says that there is no such host")
}
