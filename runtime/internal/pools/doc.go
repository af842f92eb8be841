// Package pools knows what lies in a sync.Pool, and which tasks use it.
package pools
