module gocheck.dev/testdata/published

go 1.26.0

require (
	github.com/Workiva/go-datastructures v1.1.7
	github.com/alphadose/haxmap v1.4.0
	github.com/deckarep/golang-set/v2 v2.9.0
	github.com/hashicorp/golang-lru/v2 v2.0.7
	github.com/maypok86/otter/v2 v2.4.0
	github.com/orcaman/concurrent-map/v2 v2.0.1
	github.com/patrickmn/go-cache v2.1.0+incompatible
	github.com/puzpuzpuz/xsync/v4 v4.5.0
	github.com/tidwall/btree v1.8.2
	go.uber.org/atomic v1.12.0
	gocheck.dev v0.0.0
	golang.org/x/sync v0.24.0
)

require (
	go.mongodb.org/mongo-driver v1.17.4 // indirect
	golang.org/x/exp v0.0.0-20221031165847-c99f073a8326 // indirect
)

replace gocheck.dev => ../..
