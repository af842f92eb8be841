// Package fetch asks a slow server.
//
// It has a bug: who gives up waiting leaves a goroutine behind.
package fetch

import "context"

// Fetch calls get and returns what it returns, or the context's error when
// that is done first.
func Fetch(ctx context.Context, get func() string) (string, error) {
	// The bug: without room for one value the goroutine waits for ever for
	// somebody who has left.
	result := make(chan string)
	go func() { result <- get() }()
	select {
	case r := <-result:
		return r, nil
	case <-ctx.Done():
		return "", ctx.Err()
	}
}
