package races

import (
	"bytes"
	"io"
	"maps"
	"strings"
	"testing"
)

// Functions of the library that are started by themselves access what they are given, under its
// own name.

func TestStartedFunction(t *testing.T) {
	started := make([]byte, 5)
	go io.ReadFull(strings.NewReader("hello"), started) // race
	bytes.Contains(started, started)                    // race
}

func TestStartedGeneric(t *testing.T) {
	started, other := map[string]int{}, map[string]int{"a": 1}
	go maps.Copy(started, other) // race
	maps.Copy(started, other)    // race
}

func TestStartedMethod(t *testing.T) {
	started := make([]byte, 5)
	r := strings.NewReader("hello")
	go r.Read(started)               // race
	bytes.Contains(started, started) // race
}
