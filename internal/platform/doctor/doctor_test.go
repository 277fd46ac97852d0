package doctor_test

import (
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"math/big"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"shanmen/internal/platform/doctor"
)

func one(name string, look func(context.Context) []doctor.Finding) doctor.Check {
	return doctor.Check{Name: name, Look: look}
}

// Checks run in parallel, and one that hangs does not delay the others, whether or not it reacts to cancellation.
func TestChecksTimeOut(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		hangs := make(chan struct{})
		began := time.Now()
		report := doctor.Examine(t.Context(), 10*time.Second, nil, []doctor.Check{
			one("deaf", func(context.Context) []doctor.Finding { <-hangs; return nil }),
			one("polite", func(ctx context.Context) []doctor.Finding {
				<-ctx.Done()
				return []doctor.Finding{doctor.Doubt("wait", "It gave up.")}
			}),
			one("slow", func(context.Context) []doctor.Finding {
				time.Sleep(9 * time.Second)
				return []doctor.Finding{doctor.Well("It answers.")}
			}),
		})
		if took := time.Since(began); took > 11*time.Second {
			t.Errorf("it took %s", took)
		}
		close(hangs)
		want := []doctor.Finding{
			{Check: "deaf", Severity: doctor.Error, Says: "There was no answer within 10s.", Fix: "look at its server or disk, and at the network"},
			{Check: "polite", Severity: doctor.Warning, Says: "It gave up.", Fix: "wait"},
			{Check: "slow", Severity: doctor.OK, Says: "It answers."},
		}
		for i, f := range report {
			if f != want[i] {
				t.Errorf("%+v", f)
			}
		}
	})
}

func TestSecretsAreRemovedFromReports(t *testing.T) {
	t.Parallel()
	report := doctor.Examine(t.Context(), time.Second, []string{"s3cr3t-t0ken", "", "host"}, []doctor.Check{one("mail", func(context.Context) []doctor.Finding {
		return []doctor.Finding{doctor.Wrong("about s3cr3t-t0ken", "dial s3cr3t-t0ken@host:\n a long\tway")}
	})})
	if f := report[0]; f.Says != "dial …@host: a long way" || f.Fix != "about …" {
		t.Errorf("%+v", f)
	}
}

func TestTheExitCodeReflectsTheWorstCheck(t *testing.T) {
	t.Parallel()
	well, doubt, wrong := doctor.Well("x"), doctor.Doubt("", "x"), doctor.Wrong("", "x")
	for _, c := range []struct {
		report doctor.Report
		want   int
	}{{nil, 0}, {doctor.Report{well}, 0}, {doctor.Report{well, doubt}, 1}, {doctor.Report{wrong, doubt, well}, 2}} {
		if got := c.report.ExitCode(); got != c.want {
			t.Errorf("%+v: %d", c.report, got)
		}
	}
}

func TestClockDifferencesAreReported(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 11, 28, 4, 0, 0, 0, time.UTC)
	for apart, want := range map[time.Duration]doctor.Severity{
		0: doctor.OK, -10 * time.Second: doctor.OK, 21 * time.Second: doctor.Warning, -2 * time.Minute: doctor.Warning, 6 * time.Minute: doctor.Error, -time.Hour: doctor.Error,
	} {
		f := doctor.Clock("S3", now.Add(apart), now)
		if f.Severity != want || f.Check != "clock" || (f.Fix == "") != (want == doctor.OK) {
			t.Errorf("%s: %+v", apart, f)
		}
	}
}

// authority signs certificates; visitors trust it unless set otherwise.
type authority struct {
	cert *x509.Certificate
	key  *ecdsa.PrivateKey
}

func newAuthority(t *testing.T) authority {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	form := &x509.Certificate{SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "authority"}, NotBefore: time.Now().AddDate(-1, 0, 0), NotAfter: time.Now().AddDate(9, 0, 0), IsCA: true, BasicConstraintsValid: true, KeyUsage: x509.KeyUsageCertSign}
	raw, err := x509.CreateCertificate(rand.Reader, form, form, &key.PublicKey, key)
	if err != nil {
		t.Fatal(err)
	}
	cert, err := x509.ParseCertificate(raw)
	if err != nil {
		t.Fatal(err)
	}
	return authority{cert, key}
}

// certificate is for a name or address, valid until a moment.
func (a authority) certificate(t *testing.T, host string, until time.Time) tls.Certificate {
	t.Helper()
	form := &x509.Certificate{SerialNumber: big.NewInt(2), NotBefore: time.Now().AddDate(0, -3, 0), NotAfter: until, KeyUsage: x509.KeyUsageDigitalSignature}
	if ip := net.ParseIP(host); ip != nil {
		form.IPAddresses = []net.IP{ip}
	} else {
		form.DNSNames = []string{host}
	}
	raw, err := x509.CreateCertificate(rand.Reader, form, a.cert, &a.key.PublicKey, a.key)
	if err != nil {
		t.Fatal(err)
	}
	return tls.Certificate{Certificate: [][]byte{raw}, PrivateKey: a.key}
}

func TestExpiringCertificatesAreReported(t *testing.T) {
	t.Parallel()
	known := newAuthority(t)
	now := time.Now()
	for _, c := range []struct {
		name     string
		by       authority
		host     string
		until    time.Time
		severity doctor.Severity
		says     string
	}{
		{"OK", known, "127.0.0.1", now.AddDate(0, 2, 0), doctor.OK, "The certificate is valid until " + now.AddDate(0, 2, 0).UTC().Format("2 January 2006")},
		{"ErrEndsSoon", known, "127.0.0.1", now.AddDate(0, 0, 10), doctor.Warning, "in 9 days"},
		{"ErrEnded", known, "127.0.0.1", now.AddDate(0, 0, -1), doctor.Error, "is not valid today"},
		{"ErrOtherName", known, "other.example", now.AddDate(0, 2, 0), doctor.Error, "is for other.example"},
		{"ErrUnknown", newAuthority(t), "127.0.0.1", now.AddDate(0, 2, 0), doctor.Error, "of an authority that browsers do not know"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			srv := httptest.NewUnstartedServer(http.NotFoundHandler())
			srv.Config.ErrorLog = nil
			srv.TLS = &tls.Config{Certificates: []tls.Certificate{c.by.certificate(t, c.host, c.until)}}
			srv.StartTLS()
			defer srv.Close()
			roots := x509.NewCertPool()
			roots.AddCert(known.cert)
			found := look(t, srv.URL, &http.Client{Transport: &http.Transport{TLSClientConfig: &tls.Config{RootCAs: roots}}})
			for _, f := range found {
				if f.Check == "tls" && f.Severity == c.severity && strings.Contains(f.Says, c.says) {
					return
				}
			}
			t.Errorf("%+v", found)
		})
	}
}

func look(t *testing.T, base string, client *http.Client) []doctor.Finding {
	t.Helper()
	u, err := url.Parse(base)
	if err != nil {
		t.Fatal(err)
	}
	return doctor.Site{Base: u, Client: client, Now: time.Now, Proof: func(time.Time) string { return "" }}.Look(t.Context())
}

func TestASiteThatDoesNotAnswerIsReported(t *testing.T) {
	t.Parallel()
	plain := httptest.NewServer(http.NotFoundHandler())
	defer plain.Close()
	if f := look(t, strings.Replace(plain.URL, "http:", "https:", 1), http.DefaultClient)[0]; f.Severity != doctor.Error || !strings.Contains(f.Says, "does not speak TLS") {
		t.Errorf("%+v", f)
	}
	unknown := &http.Client{Transport: failing{&net.DNSError{Err: "no such host", Name: "temple.example", IsNotFound: true}}}
	if f := look(t, "https://temple.example", unknown)[0]; f.Severity != doctor.Error || f.Says != "The name temple.example is not known." {
		t.Errorf("%+v", f)
	}
	slow := &http.Client{Transport: failing{context.DeadlineExceeded}}
	if f := look(t, "https://temple.example", slow)[0]; f.Severity != doctor.Warning || f.Says != "Nobody answers at https://temple.example (no answer in time)." {
		t.Errorf("%+v", f)
	}
}

// A proxy responds although the program behind it does not: this is not reported as another database, nor as healthy.
func TestAProxyWithoutABackendIsReported(t *testing.T) {
	t.Parallel()
	for _, status := range []int{502, 503, 504} {
		proxy := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(status) }))
		u, err := url.Parse(proxy.URL)
		if err != nil {
			t.Fatal(err)
		}
		found := doctor.Site{Base: u, Client: proxy.Client(), Now: time.Now, Proof: func(time.Time) string { return "a proof" }}.Look(t.Context())
		proxy.Close()
		if f := found[0]; f.Severity != doctor.Error || !strings.Contains(f.Says, "does not reach the program") || len(found) != 2 || found[1].Check != "clock" {
			t.Errorf("%d: %+v", status, found)
		}
	}
}

type failing struct{ err error }

func (f failing) RoundTrip(*http.Request) (*http.Response, error) { return nil, f.err }
