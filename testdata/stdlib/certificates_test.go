package stdlib

import (
	"crypto/ed25519"
	"crypto/rand"
	"crypto/x509"
	"crypto/x509/pkix"
	"math/big"
	"testing"
	"time"
)

// A certificate is valid, or not, at the time that the test's clock shows.
func TestVerify(t *testing.T) {
	public, key, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	made := &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "x"}, NotBefore: time.Now().Add(-time.Minute), NotAfter: time.Now().Add(time.Hour),
		IsCA: true, BasicConstraintsValid: true, KeyUsage: x509.KeyUsageCertSign,
	}
	der, err := x509.CreateCertificate(rand.Reader, made, made, public, key)
	if err != nil {
		t.Fatal(err)
	}
	c, err := x509.ParseCertificate(der)
	if err != nil {
		t.Fatal(err)
	}
	opts := x509.VerifyOptions{Roots: x509.NewCertPool()}
	opts.Roots.AddCert(c)
	if _, err := c.Verify(opts); err != nil {
		t.Error(err)
	}
	verify := c.Verify
	time.Sleep(2 * time.Hour)
	if _, err := verify(opts); err == nil {
		t.Error("it has not expired")
	}
}
