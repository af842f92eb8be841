// Package contents says by reflection what variables of the program hold: as text that has no
// addresses, and as a copy that is compared later.
package contents
