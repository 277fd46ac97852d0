package account_test

import (
	"net/http"

	"shanmen/internal/account"
	"shanmen/internal/httpd"
)

// factorCalls are the calls about passkeys and the second factor, and one of the office.
func factorCalls(s *httpd.Server, a *account.Service) {
	call := func(method, path string, access httpd.Access) httpd.Call {
		return httpd.Call{Method: method, Path: path, Access: access, Summary: path}
	}
	httpd.API(s, call(http.MethodPost, "/api/auth/passkey/begin", httpd.Open), a.BeginPasskeyLogin)
	httpd.API(s, call(http.MethodPost, "/api/auth/passkey/finish", httpd.Open), a.FinishPasskeyLogin)
	httpd.API(s, call(http.MethodGet, "/api/member/passkey", httpd.Pending), a.Passkeys)
	httpd.API(s, call(http.MethodPost, "/api/member/passkey/begin", httpd.Pending), a.BeginPasskey)
	httpd.API(s, call(http.MethodPost, "/api/member/passkey/finish", httpd.Pending), a.FinishPasskey)
	httpd.API(s, call(http.MethodPut, "/api/member/passkey/{id}", httpd.User), a.RenamePasskey)
	httpd.API(s, call(http.MethodPost, "/api/member/passkey/{id}/remove", httpd.User), a.RemovePasskey)
	httpd.API(s, call(http.MethodGet, "/api/member/factor", httpd.Pending), a.OwnFactor)
	httpd.API(s, call(http.MethodPost, "/api/member/factor/totp/begin", httpd.Pending), a.BeginTOTP)
	httpd.API(s, call(http.MethodPost, "/api/member/factor/totp/finish", httpd.Pending), a.FinishTOTP)
	httpd.API(s, call(http.MethodPost, "/api/member/factor/totp/remove", httpd.User), a.RemoveTOTP)
	httpd.API(s, call(http.MethodPost, "/api/member/factor/recovery", httpd.User), a.RenewRecoveryCodes)
	httpd.API(s, call(http.MethodGet, "/api/admin/staff", httpd.Staff("admin")), a.Staff)
	httpd.API(s, call(http.MethodPost, "/api/admin/staff/{id}/reset-factor", httpd.Staff("admin")), a.ResetColleague)
}
