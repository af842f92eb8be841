// Package cache remembers what is expensive to load, and loads it once.
package cache

import "sync"

// Cache loads values by key, each of them once.
type Cache[V any] struct {
	load func(key string) V

	mu      sync.RWMutex
	entries map[string]*entry[V]
}

type entry[V any] struct {
	once  sync.Once
	value V
}

// New makes a cache of what load returns.
func New[V any](load func(key string) V) *Cache[V] {
	return &Cache[V]{load: load, entries: make(map[string]*entry[V])}
}

// Get returns the value of the key, and loads it if nobody has yet. Others
// that ask for the same key meanwhile wait for it; those that ask for other
// keys do not.
func (c *Cache[V]) Get(key string) V {
	c.mu.RLock()
	e := c.entries[key]
	c.mu.RUnlock()
	if e == nil {
		c.mu.Lock()
		// Somebody may have been faster between the two locks.
		if e = c.entries[key]; e == nil {
			e = new(entry[V])
			c.entries[key] = e
		}
		c.mu.Unlock()
	}
	e.once.Do(func() { e.value = c.load(key) })
	return e.value
}
