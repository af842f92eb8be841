package data

import (
	"reflect"
	"testing"
)

// ReflectKeys: the keys of a map, by reflection.
func TestReflectKeysBad(t *testing.T) {
	m, n := map[int]int{1: 1}, 0
	both(
		func() { m[2] = 2 },
		func() { n = len(reflect.ValueOf(m).MapKeys()) },
	)
	_ = n
}

func TestReflectKeysGood(t *testing.T) {
	m, n := map[int]int{1: 1}, 0
	guarded(
		func() { m[2] = 2 },
		func() { n = len(reflect.ValueOf(m).MapKeys()) },
	)
	_ = n
}
