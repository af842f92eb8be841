// Package xmls announces what package xml writes. It is a package of its own because it would link
// encoding/xml into every test binary.
package xmls
