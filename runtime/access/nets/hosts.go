package nets

import (
	"strings"
	"sync"

	rt "gocheck.dev/runtime"
	"gocheck.dev/runtime/internal/calls"
)

// nobodys are the names that no host has (RFC 6761).
var nobodys = []string{".invalid", ".test", ".example"}

// callers are the sites of calls of package net, by position: executions come back to them.
var callers = struct {
	sync.Mutex
	sites map[string]rt.Site
}{sites: map[string]rt.Site{}}

// callerSite is where the program has called package net.
func callerSite() rt.Site {
	caller := calls.UserCaller()
	if caller == "" || !rt.Controlled() {
		return atOpen
	}
	callers.Lock()
	defer callers.Unlock()
	at, ok := callers.sites[caller]
	if !ok {
		at = rt.RegisterSites("net", caller+":1\tsocket\taddress")
		callers.sites[caller] = at
	}
	return at
}

// Unknown says that the program is told that there is no such host, though one may be out there.
func (Sockets) Unknown(host string) {
	for _, end := range nobodys {
		if strings.HasSuffix(strings.TrimSuffix(host, "."), end) {
			return
		}
	}
	at, what := callerSite(), "what the name "+host+" stands for"
	rt.Measures(at, what, what+", asked for at "+at.Line()+", is not known to gocheck: it says that there is no such host")
}
