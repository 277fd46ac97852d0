package account_test

import (
	"net/http"

	"shanmen/internal/people/account"
	"shanmen/internal/people/account/staff"
	"shanmen/internal/platform/httpd"
)

// factorCalls are the calls about passkeys and the second factor, and one of the office.
func factorCalls(s *httpd.Server, a *account.Service) {
	colleagues := &staff.Service{DB: a.DB, Clock: a.Clock, Accounts: a}
	office := httpd.Staff(account.Roles...)
	call := func(method, path string, access httpd.Access) httpd.Call {
		return httpd.Call{Method: method, Path: path, Access: access, Summary: path}
	}
	httpd.API(s, call(http.MethodPost, "/api/auth/passkey/begin", httpd.Open), a.BeginPasskeyLogin)
	httpd.API(s, call(http.MethodPost, "/api/auth/passkey/finish", httpd.Open), a.FinishPasskeyLogin)
	httpd.API(s, call(http.MethodGet, "/api/member/passkey", httpd.User.OrPending()), a.Passkeys)
	httpd.API(s, call(http.MethodPost, "/api/member/passkey/begin", httpd.User.OrPending()), a.BeginPasskey)
	httpd.API(s, call(http.MethodPost, "/api/member/passkey/finish", httpd.User.OrPending()), a.FinishPasskey)
	httpd.API(s, call(http.MethodPut, "/api/member/passkey/{id}", httpd.User), a.RenamePasskey)
	httpd.API(s, call(http.MethodPost, "/api/member/passkey/{id}/remove", httpd.User), a.RemovePasskey)
	httpd.API(s, call(http.MethodGet, "/api/member/factor", office.OrPending()), a.OwnFactor)
	httpd.API(s, call(http.MethodPost, "/api/member/factor/totp/begin", office.OrPending()), a.BeginTOTP)
	httpd.API(s, call(http.MethodPost, "/api/member/factor/totp/finish", office.OrPending()), a.FinishTOTP)
	httpd.API(s, call(http.MethodPost, "/api/member/factor/totp/remove", office), a.RemoveTOTP)
	httpd.API(s, call(http.MethodPost, "/api/member/factor/recovery", office), a.RenewRecoveryCodes)
	httpd.API(s, call(http.MethodGet, "/api/admin/staff", httpd.Staff("admin")), colleagues.List)
	httpd.API(s, call(http.MethodPost, "/api/admin/staff/{id}/reset-factor", httpd.Staff("admin")), colleagues.ResetColleague)
}
