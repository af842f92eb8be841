package served

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"io"
	"math/big"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"strings"
	"testing"
	"time"
)

// Passes: a cookie expires in virtual time
func TestJar(t *testing.T) {
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if c, err := r.Cookie("s"); err == nil {
			io.WriteString(w, c.Value)
			return
		}
		http.SetCookie(w, &http.Cookie{Name: "s", Value: "1", MaxAge: 1})
		io.WriteString(w, "who")
	}))
	defer s.Close()
	c := s.Client()
	c.Jar, _ = cookiejar.New(nil)
	for _, want := range []string{"who", "1", "who"} {
		if want != "1" {
			time.Sleep(2 * time.Second)
		}
		r, err := c.Get(s.URL)
		if err != nil {
			t.Fatal(err)
		}
		if b, err := io.ReadAll(r.Body); string(b) != want || err != nil {
			t.Errorf("%q, want %q: %v", b, want, err)
		}
		r.Body.Close()
	}
}

// Passes: certificates that the test has made, of both sides. Signatures differ in length, so
// records of the handshake do.
func TestMutual(t *testing.T) {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	made := &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "x"}, DNSNames: []string{"x"}, NotBefore: time.Now().Add(-time.Minute), NotAfter: time.Now().Add(time.Hour),
		IsCA: true, BasicConstraintsValid: true, KeyUsage: x509.KeyUsageDigitalSignature | x509.KeyUsageCertSign,
		ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth, x509.ExtKeyUsageClientAuth},
	}
	der, err := x509.CreateCertificate(rand.Reader, made, made, key.Public(), key)
	if err != nil {
		t.Fatal(err)
	}
	root, err := x509.ParseCertificate(der)
	if err != nil {
		t.Fatal(err)
	}
	roots := x509.NewCertPool()
	roots.AddCert(root)
	own := []tls.Certificate{{Certificate: [][]byte{der}, PrivateKey: key}}
	l, err := tls.Listen("tcp", "127.0.0.1:0", &tls.Config{Certificates: own, ClientCAs: roots, ClientAuth: tls.RequireAndVerifyClientCert})
	if err != nil {
		t.Fatal(err)
	}
	done := make(chan bool)
	go func() {
		defer close(done)
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			if _, err := io.ReadFull(c, make([]byte, 2)); err == nil {
				io.WriteString(c, c.(*tls.Conn).ConnectionState().PeerCertificates[0].Subject.CommonName)
			}
			c.Close()
		}
	}()
	for _, known := range []bool{true, false} {
		config := &tls.Config{RootCAs: roots, ServerName: "x"}
		if known {
			config.Certificates = own
		}
		c, err := tls.Dial("tcp", l.Addr().String(), config)
		if err != nil {
			t.Fatal(err)
		}
		io.WriteString(c, "hi")
		b, err := io.ReadAll(c)
		if known && (string(b) != "x" || err != nil) || !known && (err == nil || !strings.Contains(err.Error(), "certificate required")) {
			t.Errorf("%v: %q %v", known, b, err)
		}
		c.Close()
	}
	l.Close()
	<-done
}
