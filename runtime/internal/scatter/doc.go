// Package scatter makes numbers and orders that look like chance.
package scatter
