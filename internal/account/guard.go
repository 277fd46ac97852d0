package account

import (
	"context"
	"errors"
	"net/url"
	"strings"
	"unicode"
	"unicode/utf8"

	"shanmen/internal/db"
	"shanmen/internal/httpd"
)

// RequireAuth lets in whoever is logged in; others go to the login and come back.
func (s *Service) RequireAuth(_ context.Context, r httpd.PageRequest) (string, error) {
	if r.Visitor.LoggedIn() {
		return "", nil
	}
	return LoginTarget(r), nil
}

// RequireMember lets in whoever has a member record. Staff without one go to the profile, which
// says why.
func (s *Service) RequireMember(ctx context.Context, r httpd.PageRequest) (string, error) {
	if to, err := s.RequireAuth(ctx, r); to != "" || err != nil {
		return to, err
	}
	if r.Visitor.MemberID == "" {
		return r.Locale.Path("/member/profile") + "?notice=member-needed", nil
	}
	return "", nil
}

// AuthenticatedRedirectProfile keeps those who are logged in away from login and registration.
func (s *Service) AuthenticatedRedirectProfile(_ context.Context, r httpd.PageRequest) (string, error) {
	if r.Visitor.LoggedIn() {
		return r.Locale.Path("/member/profile"), nil
	}
	return "", nil
}

// RequireOTP lets in a session that waits for the code of a new password.
func (s *Service) RequireOTP(ctx context.Context, r httpd.PageRequest) (string, error) {
	start := r.Locale.Path("/member/forgot-password")
	if r.Visitor.SessionID == "" {
		return start, nil
	}
	st, err := s.DB.Read().OTPState(ctx, r.Visitor.SessionID)
	if errors.Is(err, db.ErrNoRows) || err == nil && (st.Purpose != purposePassword || !s.pending(st)) {
		return start, nil
	}
	return "", err
}

// LoginTarget is the login page that leads back to r, with its query and language.
func LoginTarget(r httpd.PageRequest) string {
	back := r.Locale.Path((&url.URL{Path: r.Path}).EscapedPath())
	if q := r.Query.Encode(); q != "" {
		back += "?" + q
	}
	return r.Locale.Path("/member/login") + "?redirect=" + url.QueryEscape(back)
}

// SafeRedirect tells whether a redirect= leads to a path of this site, and returns it. Whatever a
// browser could read as another host or as a script is refused, also behind several layers of
// percent signs.
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
	for range 4 { // nothing of ours is encoded twice; more layers than these are an attempt
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
