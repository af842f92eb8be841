package main

import "strings"

// A module is a module of the list, at the version that was the newest when it
// was added.
type module struct {
	path, version string
	patterns      []string // packages whose tests are run; none: all
}

// file is a name for what is kept of the module.
func (m *module) file() string {
	return strings.NewReplacer("/", "_", "@", "_").Replace(m.path + "@" + m.version)
}

var modules = []module{
	{path: "golang.org/x/sync", version: "v0.25.0"},
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
	{path: "github.com/puzpuzpuz/xsync/v4", version: "v4.5.0"},
	{path: "go.etcd.io/raft/v3", version: "v3.7.0"},
	{path: "github.com/maypok86/otter/v2", version: "v2.4.0"},
	{path: "github.com/dgraph-io/ristretto/v2", version: "v2.4.2"},
	{path: "github.com/allegro/bigcache/v3", version: "v3.1.0"},
	{path: "go.uber.org/zap", version: "v1.28.0"},
	{path: "google.golang.org/grpc", version: "v1.85.0", patterns: []string{"./internal/buffer", "./internal/cache", "./internal/grpcsync", "./internal/idle", "./internal/wrr", "./internal/profiling/buffer", "./internal/mem", "./mem", "./metadata"}},
	{path: "golang.org/x/net", version: "v0.62.0", patterns: []string{"./html", "./http/httpguts", "./http2/hpack", "./idna", "./internal/gate", "./internal/timeseries", "./netutil", "./trace"}},
	{path: "github.com/redis/go-redis/v9", version: "v9.23.0", patterns: []string{"./auth", "./internal", "./internal/auth/streaming", "./internal/hashtag", "./internal/proto", "./internal/util", "./push"}},
	{path: "github.com/ThreeDotsLabs/watermill", version: "v1.5.1"},
	{path: "github.com/asynkron/protoactor-go", version: "v0.0.0-20240822202345-3c0e61ca19c9", patterns: []string{"./eventstream", "./internal/queue/..."}},
	{path: "github.com/eapache/go-resiliency", version: "v1.7.0"},
	{path: "github.com/failsafe-go/failsafe-go", version: "v0.9.8", patterns: []string{".", "./adaptivelimiter", "./adaptivethrottler", "./bulkhead", "./circuitbreaker", "./internal/util", "./policy", "./priority", "./ratelimiter", "./retrypolicy"}},
	{path: "github.com/go-co-op/gocron/v2", version: "v2.21.2"},
	{path: "github.com/grafana/dskit", version: "v0.0.0-20260703122047-de1ec7541c44", patterns: []string{"./backoff", "./cancellation", "./concurrency", "./gate", "./loser", "./multierror", "./ring/shard", "./services", "./timeutil"}},
	{path: "github.com/hashicorp/memberlist", version: "v0.7.0"},
	{path: "github.com/hashicorp/raft", version: "v1.8.0"},
	{path: "github.com/jackc/puddle/v2", version: "v2.2.3"},
	{path: "github.com/jellydator/ttlcache/v3", version: "v3.4.1"},
	{path: "github.com/looplab/fsm", version: "v1.0.3"},
	{path: "github.com/nats-io/nats.go", version: "v1.55.0", patterns: []string{"./bench", "./internal/..."}},
	{path: "github.com/prometheus/client_golang", version: "v1.25.0", patterns: []string{"./prometheus", "./prometheus/internal"}},
	{path: "github.com/qmuntal/stateless", version: "v1.7.2"},
	{path: "github.com/reugn/go-quartz", version: "v0.15.2"},
	{path: "github.com/smallnest/chanx", version: "v1.2.0"},
}

// packages are the patterns of the packages to run.
func (m *module) packages() []string {
	if len(m.patterns) == 0 {
		return []string{"./..."}
	}
	return m.patterns
}
