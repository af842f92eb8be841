module gocheck.dev/testdata/found

go 1.26.0

require (
	github.com/ThreeDotsLabs/watermill v1.5.1
	github.com/Workiva/go-datastructures v1.1.7
	github.com/alexedwards/scs/v2 v2.9.0
	github.com/asaskevich/EventBus v0.0.0-20200907212545-49d423059eef
	github.com/bluele/gcache v0.0.2
	github.com/briandowns/spinner v1.23.2
	github.com/dgraph-io/ristretto/v2 v2.4.2
	github.com/eapache/channels v1.1.0
	github.com/jasonlvhit/gocron v0.0.1
	github.com/jellydator/ttlcache/v3 v3.4.1
	github.com/looplab/fsm v1.0.3
	github.com/muesli/cache2go v0.0.0-20221011235721-518229cd8021
	github.com/r3labs/sse/v2 v2.10.0
	github.com/reugn/go-quartz v0.15.2
	github.com/robfig/cron/v3 v3.0.1
	github.com/rs/zerolog v1.35.1
	github.com/samber/mo v1.16.0
	github.com/schollz/progressbar/v3 v3.19.1
	github.com/ulule/limiter/v3 v3.11.2
)

require (
	github.com/cespare/xxhash/v2 v2.3.0 // indirect
	github.com/dustin/go-humanize v1.0.1 // indirect
	github.com/eapache/queue v1.1.0 // indirect
	github.com/fatih/color v1.7.0 // indirect
	github.com/google/uuid v1.6.0 // indirect
	github.com/lithammer/shortuuid/v3 v3.0.7 // indirect
	github.com/mattn/go-colorable v0.1.16 // indirect
	github.com/mattn/go-isatty v0.0.24 // indirect
	github.com/mitchellh/colorstring v0.0.0-20190213212951-d06e56a500db // indirect
	github.com/oklog/ulid v1.3.1 // indirect
	github.com/pkg/errors v0.9.1 // indirect
	github.com/rivo/uniseg v0.4.7 // indirect
	github.com/stretchr/testify v1.12.1 // indirect
	golang.org/x/net v0.28.0 // indirect
	golang.org/x/sync v0.16.0 // indirect
	golang.org/x/sys v0.49.0 // indirect
	golang.org/x/term v0.44.0 // indirect
	gopkg.in/cenkalti/backoff.v1 v1.1.0 // indirect
)
