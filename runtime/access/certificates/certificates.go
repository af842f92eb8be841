package certificates

import (
	"crypto/x509"

	rt "gocheck.dev/runtime"
)

// Verify is the method Verify of x509.Certificate, which looks at the clock if it is not told the
// time: a certificate that a test has made is valid in the test's time.
func Verify(c *x509.Certificate, s rt.Site, opts x509.VerifyOptions) ([][]*x509.Certificate, error) {
	if opts.CurrentTime.IsZero() {
		opts.CurrentTime = rt.TimeNow(s)
	}
	return c.Verify(opts)
}
