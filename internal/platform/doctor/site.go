package doctor

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"crypto/tls"
	"crypto/x509"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io"
	"net"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Path is the address at which a program tells the doctor how a request arrived. Without a proof it answers 404.
const Path = "/doctor"

// ProofHeader has the proof: the time, signed by somebody who can read the program's database.
const ProofHeader = "Shanmen-Doctor"

// proofLives is the maximum difference between a proof's time and the program's.
const proofLives = 10 * time.Minute

// Proof shows that its maker knows the database's id at a given time.
func Proof(databaseID string, at time.Time) string {
	moment := strconv.FormatInt(at.Unix(), 10)
	return moment + "." + sum(databaseID, moment)
}

func sum(databaseID, moment string) string {
	mac := hmac.New(sha256.New, []byte(databaseID))
	_, _ = mac.Write([]byte("shanmen doctor " + moment))
	return hex.EncodeToString(mac.Sum(nil))
}

// Proves returns whether a proof is for this database and current.
func Proves(proof, databaseID string, now time.Time) bool {
	moment, got, _ := strings.Cut(proof, ".")
	n, err := strconv.ParseInt(moment, 10, 64)
	return err == nil && databaseID != "" && now.Sub(time.Unix(n, 0)).Abs() < proofLives && hmac.Equal([]byte(got), []byte(sum(databaseID, moment)))
}

// Arrival describes how a request arrived at the program.
type Arrival struct {
	Peer    string   `json:"peer"`    // the connecting address
	Trusted bool     `json:"trusted"` // whether the peer is in TRUSTED_PROXIES
	Hops    []string `json:"hops"`    // of X-Forwarded-For
	Visitor string   `json:"visitor"` // the address counted in rate limits
	Host    string   `json:"host"`
	// Build is the program's version, Findings its own report.
	Build    string    `json:"build"`
	Findings []Finding `json:"findings"`
}

// Site checks the temple's public address from outside.
type Site struct {
	Base   *url.URL
	Client *http.Client
	Now    func() time.Time
	Build  string // the doctor's version
	// Proof is made for each request; "" without a database: then only certificate and clock are checked.
	Proof func(now time.Time) string
}

// Look requests the address as a visitor would.
func (s Site) Look(ctx context.Context) []Finding {
	res, at, err := s.ask(ctx, "")
	if err != nil {
		return []Finding{s.noAnswer(err)}
	}
	// Only a proxy answers like this: the program answers 200 or 404 here.
	away := res.status == http.StatusBadGateway || res.status == http.StatusServiceUnavailable || res.status == http.StatusGatewayTimeout
	found := []Finding{Well("%s answers.", s.Base)}
	if away {
		found[0] = Wrong("systemctl start shanmen; or let the proxy ask at the program's ADDR and PORT", "The proxy at %s does not reach the program (status %d): visitors see an error.", s.Base, res.status)
	}
	if f, is := certificate(res.state, at); is {
		found = append(found, f)
	}
	if theirs, err := http.ParseTime(res.date); err == nil {
		found = append(found, Clock(s.Base.Host, theirs, at))
	}
	arrived := res.arrival
	switch {
	case res.status >= 300 && res.status < 400:
		return append(found, Wrong("set BASE_URL to "+res.location, "%s sends visitors on to %s.", s.Base, res.location))
	case away, s.Proof(at) == "":
		return found
	case arrived == nil:
		return append(found, Doubt("set BASE_URL, DATABASE_URL and DATA_DIR as the program has them that serves there", "What answers at %s (status %d) does not serve this database, or is an older program.", s.Base, res.status))
	}
	if arrived.Host != s.Base.Host {
		found = append(found, proxy(Wrong("nginx: proxy_set_header Host $http_host;", "The proxy asks for the host %q in place of %q.", arrived.Host, s.Base.Host)))
	}
	if arrived.Build != s.Build && arrived.Build != "" {
		f := Doubt("systemctl restart shanmen", "Shanmen %s serves at %s, and this is %s.", arrived.Build, s.Base, s.Build)
		f.Check = "version"
		found = append(found, f)
	}
	found = append(found, arrived.Findings...)
	return append(found, s.proxies(ctx, arrived))
}

// forged is a documentation address that nobody has (RFC 5737).
const forged = "192.0.2.99"

func (s Site) proxies(ctx context.Context, arrived *Arrival) Finding {
	switch {
	case len(arrived.Hops) > 0 && !arrived.Trusted:
		return proxy(Wrong("set TRUSTED_PROXIES to "+network(arrived.Peer), "The proxy %s is not in TRUSTED_PROXIES: all visitors count as one address, and share the limits of one.", arrived.Peer))
	case len(arrived.Hops) == 0 && s.Base.Scheme == "https":
		return proxy(Wrong("nginx: proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;", "The proxy %s sends no X-Forwarded-For: all visitors count as one address, and share the limits of one.", arrived.Peer))
	case len(arrived.Hops) == 0:
		return proxy(Well("No proxy stands before the program."))
	}
	// A header sent by the visitor must not be the only address that arrives.
	res, _, err := s.ask(ctx, forged)
	if err == nil && res.arrival != nil && res.arrival.Visitor == forged && slices.Equal(res.arrival.Hops, []string{forged}) {
		return proxy(Wrong("nginx: proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;", "The proxy %s passes on the X-Forwarded-For of visitors as it is: anybody can name any address as theirs.", arrived.Peer))
	}
	return proxy(Well("The proxy %s is trusted, and tells the visitor's address.", arrived.Peer))
}

func proxy(f Finding) Finding {
	f.Check = "proxy"
	return f
}

// network is the network advice for an address: the smallest network that contains it.
func network(address string) string {
	if strings.Contains(address, ":") {
		return address + "/128"
	}
	return address + "/32"
}

type answer struct {
	status         int
	date, location string
	state          *tls.ConnectionState
	arrival        *Arrival
}

// ask sends one request, with or without a forged X-Forwarded-For. at is this machine's time of the answer.
func (s Site) ask(ctx context.Context, claims string) (out answer, at time.Time, err error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, s.Base.String()+Path, nil)
	if err != nil {
		return out, at, err
	}
	if proof := s.Proof(s.Now()); proof != "" {
		req.Header.Set(ProofHeader, proof)
	}
	if claims != "" {
		req.Header.Set("X-Forwarded-For", claims)
	}
	client := *s.Client
	client.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	res, err := client.Do(req)
	if err != nil {
		return out, at, err
	}
	defer res.Body.Close()
	at = s.Now()
	out = answer{status: res.StatusCode, date: res.Header.Get("Date"), location: res.Header.Get("Location"), state: res.TLS}
	var arrived Arrival
	if res.StatusCode == http.StatusOK && json.NewDecoder(io.LimitReader(res.Body, 64<<10)).Decode(&arrived) == nil && arrived.Peer != "" {
		out.arrival = &arrived
	}
	return out, at, nil
}

// renewBefore is when a certificate should have been renewed: automatic renewal happens 30 days before its end.
const renewBefore = 14 * 24 * time.Hour

func certificate(state *tls.ConnectionState, now time.Time) (Finding, bool) {
	if state == nil || len(state.PeerCertificates) == 0 {
		return Finding{}, false
	}
	f := Well("The certificate is valid until %s.", day(state.PeerCertificates[0].NotAfter))
	if left := state.PeerCertificates[0].NotAfter.Sub(now); left < renewBefore {
		f = Doubt("look why the proxy does not renew its certificate", "The certificate ends on %s, in %d days.", day(state.PeerCertificates[0].NotAfter), int(left.Hours()/24))
	}
	f.Check = "tls"
	return f, true
}

func day(t time.Time) string { return t.UTC().Format("2 January 2006") }

// noAnswer explains why an address cannot be reached.
func (s Site) noAnswer(err error) Finding {
	var expired x509.CertificateInvalidError
	var other x509.HostnameError
	var unknown x509.UnknownAuthorityError
	var name *net.DNSError
	secure := func(format string, args ...any) Finding {
		f := Wrong("give the proxy a certificate for "+s.Base.Hostname(), format, args...)
		f.Check = "tls"
		return f
	}
	switch {
	case errors.As(err, &expired) && expired.Reason == x509.Expired:
		return secure("The certificate of %s ended on %s, or begins later: it is not valid today.", s.Base.Host, day(expired.Cert.NotAfter))
	case errors.As(err, &other):
		return secure("The certificate at %s is for %s.", s.Base.Host, strings.Join(other.Certificate.DNSNames, ", "))
	case errors.As(err, &unknown), errors.As(err, &expired):
		return secure("The certificate of %s is of an authority that browsers do not know.", s.Base.Host)
	case errors.As(err, &name):
		return Wrong("set BASE_URL, or the name in the DNS", "The name %s is not known.", s.Base.Hostname())
	case errors.As(err, new(tls.RecordHeaderError)), errors.Is(err, http.ErrSchemeMismatch):
		return secure("What answers at %s does not speak TLS.", s.Base.Host)
	}
	return Doubt("start the program (shanmen serve) and the proxy before it", "Nobody answers at %s (%v).", s.Base, Cause(err))
}

// Cause removes the address from a network error.
func Cause(err error) error {
	var at *url.Error
	if errors.As(err, &at) {
		err = at.Err
	}
	if errors.Is(err, context.DeadlineExceeded) {
		return errors.New("no answer in time")
	}
	return err
}
