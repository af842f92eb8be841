package main

// A module is a module of the list, at the version that was the newest when it
// was added.
type module struct {
	path, version string
	patterns      []string // packages whose tests are run; none: all
}

var modules = []module{
	{path: "golang.org/x/sync", version: "v0.24.0"},
	{path: "github.com/sourcegraph/conc", version: "v0.3.0"},
	{path: "github.com/alitto/pond/v2", version: "v2.7.1"},
	{path: "github.com/benbjohnson/clock", version: "v1.3.5"},
	{path: "github.com/jonboulle/clockwork", version: "v0.5.0"},
	{path: "github.com/cskr/pubsub", version: "v1.0.2"},
	{path: "github.com/asaskevich/EventBus", version: "v0.0.0-20200907212545-49d423059eef"},
	{path: "github.com/sony/gobreaker", version: "v1.0.0"},
	{path: "github.com/sony/gobreaker/v2", version: "v2.4.0"},
	{path: "github.com/hashicorp/golang-lru/v2", version: "v2.0.7"},
	{path: "go.uber.org/atomic", version: "v1.12.0"},
	{path: "github.com/eapache/queue", version: "v1.1.0"},
	{path: "github.com/robfig/cron/v3", version: "v3.0.1"},
	{path: "golang.org/x/time", version: "v0.16.0"},
	{path: "github.com/patrickmn/go-cache", version: "v2.1.0+incompatible"},
	{path: "github.com/gammazero/workerpool", version: "v1.3.0"},
	{path: "github.com/oklog/run", version: "v1.2.0"},
	{path: "github.com/cenkalti/backoff/v5", version: "v5.0.3"},
	{path: "github.com/panjf2000/ants/v2", version: "v2.12.1"},
	{path: "k8s.io/client-go", version: "v0.37.2", patterns: []string{"./util/workqueue"}},
}

// packages are the patterns of the packages to run.
func (m *module) packages() []string {
	if len(m.patterns) == 0 {
		return []string{"./..."}
	}
	return m.patterns
}
