package app

// accountRoutes are the calls about login, accounts and their data.
func (a *App) accountRoutes() {
	s := a.HTTP
	// Sessions.
	get(s, "/api/_auth/session", everybody, "Read the current session: user, cart, notices", a.Accounts.Session)
	del(s, "/api/_auth/session", everybody, "Log out and end this session", a.Accounts.Logout)
	get(s, "/api/member/session", users, "List one's own sessions", a.Accounts.Sessions)
	del(s, "/api/member/session/{id}", users, "Log out of one session", a.Accounts.EndOneSession)
	post(s, "/api/member/session/end-others", users, "Log out of all other sessions", a.Accounts.EndOtherSessions, upTo(kB))

	// Login, registration and account recovery.
	post(s, "/api/auth/authentication", everybody, "Log in with a password", a.Accounts.Authenticate, upTo(8*kB), logins)
	post(s, "/api/auth/registration", everybody, "Register an account", a.Accounts.Register, upTo(16*kB), secret, logins)
	post(s, "/api/auth/entry", everybody, "Send a code to a mobile number, to log in or register", a.Accounts.StartCodeLogin, upTo(kB))
	post(s, "/api/auth/entry/name", everybody,
		"Create the account of a mobile number that was verified by code", a.Accounts.NameCodeLogin, upTo(8*kB))
	post(s, "/api/auth/otp", everybody, "Send the one-time password, or send it again", a.Accounts.SendOTP, upTo(kB))
	post(s, "/api/auth/otp/verify", everybody, "Verify the one-time password", a.Accounts.VerifyOTP, upTo(kB))
	post(s, "/api/auth/forget-password", everybody, "Send a code to reset a forgotten password", a.Accounts.ForgetPassword, upTo(kB))
	post(s, "/api/auth/reset-password", everybody, "Set a new password with the code that was sent", a.Accounts.ResetPassword, upTo(8*kB), logins)
	post(s, "/api/auth/reset-email", everybody,
		"Set, confirm or revert an e-mail address by a ticket", a.Accounts.ResetEmail, upTo(kB))
	post(s, "/api/auth/confirm-email", users,
		"Send the e-mail that confirms one's own address again", a.Accounts.SendConfirmation, upTo(kB))
	get(s, "/api/auth/identity", users, "Read who is logged in", a.Accounts.Identity)
	post(s, "/api/auth/lost-email", everybody, "Send a code to set another e-mail address when the old one is lost", a.Accounts.LostEmail, upTo(kB))

	// Changes to one's own account.
	post(s, "/api/member/update/profile", users, "Change one's own profile", a.Members.UpdateProfile, upTo(8*kB))
	post(s, "/api/member/update/password", users, "Change one's own password", a.Accounts.ChangePassword, upTo(8*kB), logins)
	post(s, "/api/member/update/mobile", users,
		"Send a code to one's own new mobile number", a.Accounts.UpdateMobile, upTo(8*kB), logins)
	post(s, "/api/member/update/email", users,
		"Send a link to change one's own e-mail address", a.Accounts.UpdateEmail, upTo(8*kB), logins)

	// Passkeys.
	post(s, "/api/auth/passkey/begin", everybody,
		"Start a passkey login: get the challenge", a.Accounts.BeginPasskeyLogin, upTo(kB))
	post(s, "/api/auth/passkey/finish", everybody,
		"Finish a passkey login with the signed challenge", a.Accounts.FinishPasskeyLogin, upTo(64*kB))
	get(s, "/api/member/passkey", users.OrPending(), "List one's own passkeys", a.Accounts.Passkeys)
	post(s, "/api/member/passkey/begin", users.OrPending(),
		"Start adding a passkey: get the challenge", a.Accounts.BeginPasskey, upTo(kB), logins)
	post(s, "/api/member/passkey/finish", users.OrPending(), "Finish adding a passkey", a.Accounts.FinishPasskey, upTo(64*kB))
	put(s, "/api/member/passkey/{id}", users, "Rename one's own passkey", a.Accounts.RenamePasskey, upTo(kB))
	post(s, "/api/member/passkey/{id}/remove", users, "Remove one's own passkey", a.Accounts.RemovePasskey, upTo(kB), logins)

	// The second factor of staff.
	get(s, "/api/member/factor", staffers.OrPending(), "Read one's own second factors (staff)", a.Accounts.OwnFactor)
	post(s, "/api/member/factor/totp/begin", staffers.OrPending(), "Start the setup of an authenticator app: get the secret", a.Accounts.BeginTOTP, upTo(kB), logins)
	post(s, "/api/member/factor/totp/finish", staffers.OrPending(),
		"Finish the setup of an authenticator app with its first code", a.Accounts.FinishTOTP, upTo(kB))
	post(s, "/api/member/factor/totp/remove", staffers, "Remove the authenticator app", a.Accounts.RemoveTOTP, upTo(kB), logins)
	post(s, "/api/member/factor/recovery", staffers, "Create new recovery codes", a.Accounts.RenewRecoveryCodes, upTo(kB), logins)

	// The family book.
	get(s, "/api/family", members, "Read one's own family book", a.Family.List)
	post(s, "/api/family", members, "Add a person to the family book", a.Family.Add, upTo(8*kB))
	put(s, "/api/family/{id}", members, "Change a person of the family book", a.Family.Change, upTo(8*kB))
	del(s, "/api/family/{id}", members, "Delete a person from the family book", a.Family.Remove)

	// Personal data.
	get(s, "/api/member/data", users, "Read what the personal data page shows", a.Personal.Get)
	post(s, "/api/member/export", users,
		"Confirm the password to allow the personal data download", a.Personal.AllowExport, upTo(kB), logins)
	rawGet(s, "/api/member/export", users, "Download all personal data of the user as a ZIP", a.Personal.Export, patient, dear)
	post(s, "/api/member/close", users,
		"Close one's own account; it is erased after the days of grace", a.Personal.Close, upTo(kB), logins)
	post(s, "/api/member/keep", users, "Reopen one's own closed account within the days of grace", a.Personal.Keep, upTo(kB))
	post(s, "/api/member/consent", users, "Agree to the current policies", a.Personal.Consent, upTo(kB))
}
