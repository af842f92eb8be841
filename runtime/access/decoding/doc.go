// Package decoding announces what decoders of the standard library write: what their input has,
// and no more. Its entry points are called before a decoder, and what they return afterwards.
package decoding
