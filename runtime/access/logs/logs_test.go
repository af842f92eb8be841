package logs

import (
	"log/slog"
	"reflect"
	"sync"
	"testing"
)

// TestDefaultHandler fails with a release of Go that calls it something else.
func TestDefaultHandler(t *testing.T) {
	if name := reflect.TypeOf(slog.Default().Handler()).String(); name != "*slog.defaultHandler" {
		t.Error(name)
	}
}

// TestInnards fails with a release of Go that has the handlers' lock elsewhere.
func TestInnards(t *testing.T) {
	for _, h := range []any{slog.NewTextHandler(nil, nil), slog.NewJSONHandler(nil, nil)} {
		common := reflect.ValueOf(h).Elem().FieldByName("commonHandler")
		if common.Kind() != reflect.Pointer || common.IsNil() {
			t.Fatalf("%T has no commonHandler", h)
		}
		if mu := common.Elem().FieldByName("mu"); !mu.IsValid() || mu.Type() != reflect.TypeFor[*sync.Mutex]() || mu.IsNil() {
			t.Errorf("%T has no mu: %v", h, mu)
		}
		if level := common.Elem().FieldByName("opts").FieldByName("Level"); !level.IsValid() || level.Kind() != reflect.Interface {
			t.Errorf("%T has no level: %v", h, level)
		}
	}
}
