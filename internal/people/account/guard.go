package account

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"strings"
	"unicode"
	"unicode/utf8"

	"shanmen/internal/base/clock"
	"shanmen/internal/base/fault"
	"shanmen/internal/base/id"
	"shanmen/internal/people/account/otp"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/httpd"
)

// The routes to which guards redirect.
const (
	routeLogin   = "member-login"
	routeProfile = "member-profile"
	routeForgot  = "member-forgot-password"

	routeSubscriptions = "member-profile-subscriptions"
	routeFactor        = "member-second-factor"
	routeFindLamps     = "find-my-lamp"
)

// RequireAuth admits logged-in visitors; others are redirected to the login and back.
func (s *Service) RequireAuth(_ context.Context, r httpd.PageRequest) (httpd.GuardRedirect, error) {
	switch {
	case r.Visitor.LoggedIn():
		return httpd.GuardRedirect{}, nil
	case r.Visitor.PendingID != "":
		return httpd.GuardRedirect{Route: routeFactor}, nil
	}
	return LoginWay(r), nil
}

// RequireStaff admits staff, including those without a second factor. Members are redirected to their profile.
func (s *Service) RequireStaff(ctx context.Context, r httpd.PageRequest) (httpd.GuardRedirect, error) {
	switch {
	case r.Visitor.PendingID != "", r.Visitor.Staff():
		return httpd.GuardRedirect{}, nil
	case r.Visitor.LoggedIn():
		return httpd.GuardRedirect{Route: routeProfile}, nil
	}
	return LoginWay(r), nil
}

// RequireMember admits users with a member record. Staff without one are redirected to the profile, which explains it.
func (s *Service) RequireMember(ctx context.Context, r httpd.PageRequest) (httpd.GuardRedirect, error) {
	if !r.Visitor.LoggedIn() {
		return s.RequireAuth(ctx, r)
	}
	if r.Visitor.MemberID == "" {
		return httpd.GuardRedirect{Route: routeProfile, Query: url.Values{"notice": {"member-needed"}}}, nil
	}
	return httpd.GuardRedirect{}, nil
}

// AuthenticatedRedirectProfile redirects logged-in users from login and registration to their profile.
func (s *Service) AuthenticatedRedirectProfile(_ context.Context, r httpd.PageRequest) (httpd.GuardRedirect, error) {
	switch {
	case r.Visitor.LoggedIn():
		return httpd.GuardRedirect{Route: routeProfile}, nil
	case r.Visitor.PendingID != "":
		return httpd.GuardRedirect{Route: routeFactor}, nil
	}
	return httpd.GuardRedirect{}, nil
}

// expired redirects to the page where a new code or ticket can be requested, which says that the old one has expired.
func expired(route string) httpd.GuardRedirect {
	return httpd.GuardRedirect{Route: route, Query: url.Values{"notice": {"expired"}}}
}

// RequireOTP admits a session with a valid password reset code. If it has expired, the page where codes are requested
// says so.
func (s *Service) RequireOTP(ctx context.Context, r httpd.PageRequest) (httpd.GuardRedirect, error) {
	start := httpd.GuardRedirect{Route: routeForgot}
	if r.Visitor.SessionID == "" {
		return start, nil
	}
	st, err := otp.State(ctx, s.DB.Read(), r.Visitor.SessionID)
	switch {
	case err != nil:
		return httpd.GuardRedirect{}, err
	case st.Purpose != otp.ForPassword:
		return start, nil
	case st.Attempts >= otp.Guesses, clock.MillisOf(s.Clock.Now()) >= st.ExpiresAt:
		return expired(routeForgot), nil
	}
	return httpd.GuardRedirect{}, nil
}

// ticketPages maps pages to the ticket purposes that they need.
var ticketPages = map[string][]string{
	pageNewAddress:     {TicketNewAddress, TicketConfirmAddress},
	pageConfirmAddress: {TicketConfirmAddress},
	pageUndoAddress:    {TicketUndoAddress},
	pageRenewal:        {TicketRenewal},
	pageLamps:          {TicketLamps},
	PageOrder:          {TicketOrder},
}

// RequireTicket admits visitors with a valid ticket of the page (?ticket=). Others are redirected to where a new one
// can be requested: their profile, or for guests the page for those who cannot log in. An address is confirmed from the
// profile only, so guests log in first and get the reason there, as do those whose renewal link has expired.
func (s *Service) RequireTicket(ctx context.Context, r httpd.PageRequest) (httpd.GuardRedirect, error) {
	token := r.Query.Get("ticket")
	_, err := s.liveTicket(ctx, s.DB.Read(), token, ticketPages[r.Path]...)
	if err == nil {
		return httpd.GuardRedirect{}, nil
	}
	if !errors.Is(err, errTicketDead) {
		return httpd.GuardRedirect{}, err
	}
	if r.Path == pageLamps || r.Path == PageOrder {
		if token == "" {
			return httpd.GuardRedirect{Route: routeFindLamps}, nil
		}
		return expired(routeFindLamps), nil
	}
	if r.Path == pageRenewal { // a logged-out visitor logs in on the way, and gets the reason there
		return expired(routeSubscriptions), nil
	}
	start := routeForgot
	if r.Visitor.LoggedIn() || r.Path == pageConfirmAddress {
		start = routeProfile
	}
	if token == "" {
		return httpd.GuardRedirect{Route: start}, nil
	}
	way := expired(start)
	if r.Path != pageConfirmAddress {
		return way, nil
	}
	done, err := s.confirmedBy(ctx, token)
	if err != nil {
		return httpd.GuardRedirect{}, err
	}
	if done {
		way.Query.Set("notice", "confirmed")
	}
	if !r.Visitor.LoggedIn() { // the reason is shown on the login page and again on the target
		way.Query.Set("redirect", r.Locale.Path("/member/profile")+"?notice="+way.Query.Get("notice"))
		way.Route = routeLogin
	}
	return way, nil
}

// confirmedBy returns whether a ticket has already achieved its purpose: its address is the account's, and confirmed,
// so its holder has read that mail.
func (s *Service) confirmedBy(ctx context.Context, token string) (bool, error) {
	row, err := s.DB.Read().TicketByToken(ctx, id.Hash(token))
	if errors.Is(err, db.ErrNoRows) || err == nil && (row.Purpose != TicketConfirmAddress || row.UserID == nil) {
		return false, nil
	}
	if err != nil {
		return false, fmt.Errorf("ticket: %w", err)
	}
	u, err := Find(ctx, s.DB.Read(), *row.UserID)
	if errors.Is(err, fault.NotFound()) {
		return false, nil
	}
	return err == nil && u.EmailConfirmed && u.Email == row.Subject, err
}

// LoginWay is the redirect to the login with a return to r, including its query and language.
func LoginWay(r httpd.PageRequest) httpd.GuardRedirect {
	back := r.Locale.Path((&url.URL{Path: r.Path}).EscapedPath())
	sent := back + "?" + r.Sent
	if _, safe := SafeRedirect(sent); safe && r.Sent != "" {
		back = sent
	} else if q := r.Query.Encode(); q != "" {
		back += "?" + q
	}
	return httpd.GuardRedirect{Route: routeLogin, Query: url.Values{"redirect": {back}}}
}

// SafeRedirect checks that redirect= is a path of this site, and returns it. It refuses everything that a browser could
// interpret as another host or a script, also after repeated percent-decoding.
func SafeRedirect(path string) (string, bool) {
	if len(path) > 2000 || !strings.HasPrefix(path, "/") {
		return "", false
	}
	u, err := url.Parse(path)
	if err != nil || u.Scheme != "" || u.Host != "" || u.User != nil || u.Opaque != "" {
		return "", false
	}
	if strings.ContainsFunc(path, unicode.IsControl) || strings.Contains(path, `\`) {
		return "", false
	}
	where, _, _ := strings.Cut(path, "#")
	where, _, _ = strings.Cut(where, "?")
	for range 4 { // our own links are encoded once; more layers indicate an attack
		if !utf8.ValidString(where) || strings.Contains(where, "//") || strings.Contains(where, `\`) ||
			strings.Contains(where+"/", "/../") || strings.Contains(where+"/", "/./") ||
			strings.ContainsFunc(where, func(r rune) bool { return unicode.IsControl(r) || unicode.Is(unicode.Cf, r) }) {
			return "", false
		}
		plain, err := url.PathUnescape(where)
		if err != nil {
			return "", false
		}
		if plain == where {
			return path, true
		}
		where = plain
	}
	return "", false
}
