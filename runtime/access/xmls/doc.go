// Package xmls announces what package xml writes, and what decoders behind interfaces do. It is a
// package of its own because it would link encoding/xml into every test binary.
package xmls
