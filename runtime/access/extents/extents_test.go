package extents

import (
	"reflect"
	"testing"
)

// TestPositions fails with a release of Go whose readers and buffers have other fields.
func TestPositions(t *testing.T) {
	for name, p := range map[string]positions{"bytes.Buffer": bufferFields, "bytes.Reader": readerFields, "strings.Builder": builderFields, "bufio.Reader": bufioFields, "bufio.Scanner": scannerFields} {
		if !p.found {
			t.Errorf("%s: the fields are not found", name)
		}
	}
}

// TestConsumed: what is accessed behind a buffer between two states of it.
func TestConsumed(t *testing.T) {
	array := []byte("0123456789")
	other := []byte("23 and more")
	type accesses []string
	for _, c := range []struct {
		name     string
		old, now State
		want     accesses
	}{
		{"nothing", State{array, 2, 4}, State{array, 2, 4}, nil},
		{"read", State{array, 2, 4}, State{array, 3, 4}, accesses{"r2"}},
		{"written", State{array, 2, 4}, State{array, 2, 6}, accesses{"w45"}},
		{"drained", State{array, 2, 4}, State{array, 0, 0}, accesses{"r23"}},
		{"begun again", State{array, 4, 4}, State{array, 0, 2}, accesses{"w01"}},
		{"moved", State{array, 6, 8}, State{array, 0, 4}, accesses{"r67", "w0123"}},
		{"grown", State{array, 2, 4}, State{other, 0, 5}, accesses{"r23"}},
		{"assigned", State{array, 2, 4}, State{other[3:], 0, 5}, nil},
	} {
		var got accesses
		Consumed(c.old, c.now, func(s []byte, write bool) {
			switch {
			case len(s) == 0:
			case write:
				got = append(got, "w"+string(s))
			default:
				got = append(got, "r"+string(s))
			}
		})
		if !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}
