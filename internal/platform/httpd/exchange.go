package httpd

import (
	"context"
	"errors"
	"net"
	"net/http"
	"net/netip"
	"slices"
	"strings"
	"time"

	"shanmen/internal/base/locale"
	"shanmen/internal/platform/db"
)

// Visitor is who makes the request. The zero Visitor is a guest without a session.
type Visitor struct {
	SessionID string // also for a guest once data has to be stored
	UserID    string
	MemberID  string // "" for staff without a member record
	Name      string
	Roles     []string
	// PendingID is a staff account that has given the password but has no second factor yet. It counts as a guest
	// everywhere except in the setup.
	PendingID string
}

// LoggedIn returns whether the session has a user.
func (v Visitor) LoggedIn() bool { return v.UserID != "" }

// Has returns whether the visitor has one of the roles. An administrator has all.
func (v Visitor) Has(roles ...string) bool {
	return slices.ContainsFunc(v.Roles, func(r string) bool { return r == "admin" || slices.Contains(roles, r) })
}

// Staff returns whether the visitor has any role.
func (v Visitor) Staff() bool { return len(v.Roles) > 0 }

// exchange is the state of one request besides its input.
type exchange struct {
	w         http.ResponseWriter
	r         *http.Request
	server    *Server
	visitor   Visitor
	locale    locale.Locale // "": not decided yet, see language
	requestID string
	ip        string
	bodyHash  string
	answer    answerWriter
	route     string   // of the call or page; "" if none
	quiet     bool     // logged at debug level
	stopped   bool     // its upload was aborted because the program stops
	decoded   func()   // releases the decoding slot; nil: none
	leave     []func() // release the call's turns
	busy      bool     // refused because its class had no room
	slot      func()   // releases the slot of Payments, Reading or Papers; nil: none
}

type exchangeKey struct{}

func exchangeOf(ctx context.Context) *exchange {
	if x, ok := ctx.Value(exchangeKey{}).(*exchange); ok {
		return x
	}
	return &exchange{locale: locale.EN}
}

// As returns a context in which the program acts as a visitor without a request and without checking rights. Only the
// creation of a demonstration uses it.
func As(ctx context.Context, v Visitor, l locale.Locale) context.Context {
	return context.WithValue(ctx, exchangeKey{}, &exchange{visitor: v, locale: l})
}

// Gone returns whether the visitor has disconnected. Errors after that are not the program's, and nobody reads the
// answer.
func Gone(ctx context.Context) bool { return errors.Is(ctx.Err(), context.Canceled) }

// VisitorOf returns the visitor. Cached pages have none: the zero Visitor.
func VisitorOf(ctx context.Context) Visitor { return exchangeOf(ctx).visitor }

// LocaleOf is the language of this answer.
func LocaleOf(ctx context.Context) locale.Locale { return exchangeOf(ctx).language() }

// language is what the call or page has decided, or what the request asks for.
func (x *exchange) language() locale.Locale {
	if x.locale == "" && x.r != nil {
		return localeOf(x.r)
	}
	return x.locale
}

// mayTakeLong prepares a request for an answer that is computed, in contrast to a page from the cache.
func (x *exchange) mayTakeLong(r *http.Request) *http.Request {
	if r.Body == http.NoBody { // the server's own deadline is for the part of the body still to come
		setReadDeadline(x.w, time.Time{})
	}
	if isAPI(r.URL.Path) { // a call may outlast a restart of the database; a page waits briefly
		return r
	}
	return r.WithContext(db.Brief(r.Context()))
}

// RequestID is the id shared by the log, the audit trail and the X-Request-Id header.
func RequestID(ctx context.Context) string { return exchangeOf(ctx).requestID }

// ClientIP is the visitor's address for limits. Forwarded headers count only from a trusted proxy.
func ClientIP(ctx context.Context) string { return exchangeOf(ctx).ip }

// UserAgent is the User-Agent header, cut to 200 bytes.
func UserAgent(ctx context.Context) string {
	x := exchangeOf(ctx)
	if x.r == nil {
		return ""
	}
	ua := x.r.UserAgent()
	return strings.ToValidUTF8(ua[:min(len(ua), 200)], "")
}

// SetSession sets the session cookie. Call it only in a POST, after the commit. With a zero maxAge the cookie ends with
// the browser.
func SetSession(ctx context.Context, token string, maxAge time.Duration) {
	x := exchangeOf(ctx)
	x.server.setCookie(x.w, "", token, int(maxAge/time.Second))
}

// DeviceLife is how long a browser is remembered after the account's last login there.
const DeviceLife = 180 * 24 * time.Hour

// SetDevice sets the cookie by which a browser is recognised, whoever uses it. It grants no access. Call it like
// SetSession.
func SetDevice(ctx context.Context, token string) {
	x := exchangeOf(ctx)
	x.server.setCookie(x.w, deviceSuffix, token, int(DeviceLife/time.Second))
}

// DeviceToken is the token set by SetDevice, or "".
func DeviceToken(ctx context.Context) string {
	x := exchangeOf(ctx)
	if x.r == nil {
		return ""
	}
	return cookie(x.r, x.server.cookieName()+deviceSuffix)
}

const deviceSuffix = "-device"

// SetKiosk sets the cookie of a kiosk. Call it like SetSession.
func SetKiosk(ctx context.Context, token string, maxAge time.Duration) {
	x := exchangeOf(ctx)
	x.server.setCookie(x.w, kioskSuffix, token, int(maxAge/time.Second))
}

// KioskToken is the token set by SetKiosk, or "".
func KioskToken(ctx context.Context) string {
	x := exchangeOf(ctx)
	if x.r == nil {
		return ""
	}
	return cookie(x.r, x.server.cookieName()+kioskSuffix)
}

const kioskSuffix = "-kiosk"

// ClearSession removes the session cookie.
func ClearSession(ctx context.Context) {
	x := exchangeOf(ctx)
	x.server.setCookie(x.w, "", "", -1)
}

func (s *Server) setCookie(w http.ResponseWriter, suffix, value string, maxAge int) {
	if w == nil {
		return
	}
	name := s.cookieName() + suffix
	h := w.Header()
	kept := h["Set-Cookie"][:0:0]
	for _, c := range h["Set-Cookie"] { // the last one counts: a login replaces the guest's cookie
		if !strings.HasPrefix(c, name+"=") {
			kept = append(kept, c)
		}
	}
	h["Set-Cookie"] = kept
	http.SetCookie(w, &http.Cookie{
		Name: name, Value: value, Path: "/", MaxAge: maxAge,
		HttpOnly: true, Secure: s.secure, SameSite: http.SameSiteLaxMode,
	})
}

func (s *Server) cookieName() string {
	if s.secure {
		return "__Host-shanmen"
	}
	return "shanmen"
}

func (s *Server) sessionToken(r *http.Request) string { return cookie(r, s.cookieName()) }

func cookie(r *http.Request, name string) string {
	c, err := r.Cookie(name)
	if err != nil || len(c.Value) > 128 {
		return ""
	}
	return c.Value
}

// localeOf determines the language: ?locale, the cookie, Accept-Language, English.
func localeOf(r *http.Request) locale.Locale {
	if l, ok := locale.Parse(r.URL.Query().Get("locale")); ok {
		return l
	}
	return cookieLocale(r)
}

func cookieLocale(r *http.Request) locale.Locale {
	if c, err := r.Cookie(localeCookie); err == nil {
		if l, ok := locale.Parse(c.Value); ok {
			return l
		}
	}
	if l, ok := locale.FromAcceptLanguage(r.Header.Get("Accept-Language")); ok {
		return l
	}
	return locale.EN
}

// clientIP reads X-Forwarded-For from the right, skipping trusted proxies.
func (s *Server) clientIP(r *http.Request) string {
	host, _, err := net.SplitHostPort(r.RemoteAddr)
	if err != nil {
		host = r.RemoteAddr
	}
	forwarded := strings.Join(r.Header.Values("X-Forwarded-For"), ",")
	trusted := s.trusted(host)
	switch {
	case s.cfg.OneVisitor == nil || !trusted && !neighbour(host):
	case !trusted && forwarded != "":
		s.cfg.OneVisitor(ProxyUnknown, host)
	case s.secure && r.Method == http.MethodPost && hopAddress(forwarded[strings.LastIndexByte(forwarded, ',')+1:]) == "": // a proxy's own probes only read
		s.cfg.OneVisitor(ProxySilent, host)
	}
	if !trusted || forwarded == "" {
		return host
	}
	for _, hop := range slices.Backward(strings.Split(forwarded, ",")) {
		hop = hopAddress(hop)
		if hop == "" {
			return host
		}
		if host = hop; !s.trusted(hop) {
			return hop
		}
	}
	return host
}

// Why all visitors of a proxy share one address in limits.
const (
	// ProxyUnknown: X-Forwarded-For comes from a private address that is not trusted.
	ProxyUnknown = "unknown"
	// ProxySilent: a private address forwards a visitor of an https temple without an address in X-Forwarded-For.
	ProxySilent = "silent"
)

// hopAddress is the address in a part of X-Forwarded-For, without the port that some proxies add; "" if invalid.
func hopAddress(hop string) string {
	hop = strings.TrimSpace(hop)
	if a, err := netip.ParseAddr(strings.TrimSuffix(strings.TrimPrefix(hop, "["), "]")); err == nil {
		return a.Unmap().String()
	}
	if at, err := netip.ParseAddrPort(hop); err == nil {
		return at.Addr().Unmap().String()
	}
	return ""
}

// Arrival returns who connected for a request, whether that is a trusted proxy, and which address counts in limits.
func (s *Server) Arrival(r *http.Request) (peer string, trusted bool, visitor string) {
	peer, _, err := net.SplitHostPort(r.RemoteAddr)
	if err != nil {
		peer = r.RemoteAddr
	}
	return peer, s.trusted(peer), s.clientIP(r)
}

// sharedSpace is used behind carrier-grade NAT, and inside clouds.
var sharedSpace = netip.MustParsePrefix("100.64.0.0/10")

// neighbour returns whether an address is this machine's or private, as of a proxy of one's own.
func neighbour(host string) bool {
	a, err := netip.ParseAddr(host)
	a = a.Unmap()
	return err == nil && (a.IsLoopback() || a.IsPrivate() || a.IsLinkLocalUnicast() || sharedSpace.Contains(a))
}

func (s *Server) trusted(host string) bool {
	a, err := netip.ParseAddr(host)
	return err == nil && slices.ContainsFunc(s.cfg.TrustedProxies, func(p netip.Prefix) bool { return p.Contains(a.Unmap()) })
}
