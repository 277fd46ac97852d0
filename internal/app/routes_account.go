package app

// accountRoutes are the calls of logins, accounts and what they keep.
func (a *App) accountRoutes() {
	s := a.HTTP
	// Sessions.
	get(s, "/api/_auth/session", everybody, "The session", a.Accounts.Session)
	del(s, "/api/_auth/session", everybody, "End the session", a.Accounts.Logout)
	get(s, "/api/member/session", users, "Where one is logged in", a.Accounts.Sessions)
	del(s, "/api/member/session/{id}", users, "Log out at one place", a.Accounts.EndOneSession)
	post(s, "/api/member/session/end-others", users, "Log out everywhere else", a.Accounts.EndOtherSessions, upTo(kB))

	// Logging in, registering, and the ways back into an account.
	post(s, "/api/auth/authentication", everybody, "Log in", a.Accounts.Authenticate, upTo(8*kB))
	post(s, "/api/auth/registration", everybody, "Register", a.Accounts.Register, upTo(16*kB), secret)
	post(s, "/api/auth/entry", everybody, "Send a code to a number, to log in or to begin an account", a.Accounts.Enter, upTo(kB))
	post(s, "/api/auth/entry/name", everybody,
		"Make the account of a number whose code was right", a.Accounts.EnterName, upTo(8*kB))
	post(s, "/api/auth/otp", everybody, "Send the one-time password (again)", a.Accounts.SendOTP, upTo(kB))
	post(s, "/api/auth/otp/verify", everybody, "Give the one-time password", a.Accounts.VerifyOTP, upTo(kB))
	post(s, "/api/auth/forget-password", everybody, "Send a code for a new password", a.Accounts.ForgetPassword, upTo(kB))
	post(s, "/api/auth/reset-password", everybody, "Set a new password by the code", a.Accounts.ResetPassword, upTo(8*kB))
	post(s, "/api/auth/reset-email", everybody,
		"Give a new e-mail address, prove it, or take the old one back, by a ticket", a.Accounts.ResetEmail, upTo(kB))
	post(s, "/api/auth/confirm-email", users,
		"Send the mail again that confirms one's own address", a.Accounts.SendConfirmation, upTo(kB))
	get(s, "/api/auth/identity", users, "Who is logged in", a.Accounts.Identity)
	post(s, "/api/auth/lost-email", everybody, "Send a code for another e-mail address", a.Accounts.LostEmail, upTo(kB))

	// What one changes of one's own.
	post(s, "/api/member/update/profile", users, "Change one's own profile", a.Members.UpdateProfile, upTo(8*kB))
	post(s, "/api/member/update/password", users, "Change one's own password", a.Accounts.ChangePassword, upTo(8*kB))
	post(s, "/api/member/update/mobile", users,
		"Send a code to one's new mobile number", a.Accounts.UpdateMobile, upTo(8*kB))
	post(s, "/api/member/update/email", users,
		"A ticket for another e-mail address of one's own", a.Accounts.UpdateEmail, upTo(8*kB))

	// Passkeys.
	post(s, "/api/auth/passkey/begin", everybody,
		"Ask the device for a passkey, to log in", a.Accounts.BeginPasskeyLogin, upTo(kB))
	post(s, "/api/auth/passkey/finish", everybody,
		"Log in by the device's answer", a.Accounts.FinishPasskeyLogin, upTo(64*kB))
	get(s, "/api/member/passkey", users.OrPending(), "One's own passkeys", a.Accounts.Passkeys)
	post(s, "/api/member/passkey/begin", users.OrPending(),
		"Ask the device for a new passkey", a.Accounts.BeginPasskey, upTo(kB))
	post(s, "/api/member/passkey/finish", users.OrPending(), "Keep the new passkey", a.Accounts.FinishPasskey, upTo(64*kB))
	put(s, "/api/member/passkey/{id}", users, "Rename a passkey of one's own", a.Accounts.RenamePasskey, upTo(kB))
	post(s, "/api/member/passkey/{id}/remove", users, "Remove a passkey of one's own", a.Accounts.RemovePasskey, upTo(kB))

	// The second factor of staff.
	get(s, "/api/member/factor", staffers.OrPending(), "The second factor of staff", a.Accounts.OwnFactor)
	post(s, "/api/member/factor/totp/begin", staffers.OrPending(), "A secret for an app", a.Accounts.BeginTOTP, upTo(kB))
	post(s, "/api/member/factor/totp/finish", staffers.OrPending(),
		"Put the app to use by its first code", a.Accounts.FinishTOTP, upTo(kB))
	post(s, "/api/member/factor/totp/remove", staffers, "End the codes of the app", a.Accounts.RemoveTOTP, upTo(kB))
	post(s, "/api/member/factor/recovery", staffers, "New recovery codes", a.Accounts.RenewRecoveryCodes, upTo(kB))

	// The family book.
	get(s, "/api/family", members, "One's own family book", a.Family.List)
	post(s, "/api/family", members, "Write a person into the family book", a.Family.Add, upTo(8*kB))
	put(s, "/api/family/{id}", members, "Change a person of the family book", a.Family.Change, upTo(8*kB))
	del(s, "/api/family/{id}", members, "Take a person out of the family book", a.Family.Remove)

	// What is kept about a person.
	get(s, "/api/member/data", users, "What the page of personal data shows", a.Personal.Get)
	post(s, "/api/member/export", users,
		"Let this session download what is kept about its user, by the password", a.Personal.AllowExport, upTo(kB))
	rawGet(s, "/api/member/export", users, "Everything that is kept about the user, as a ZIP", a.Personal.Export, patient, dear)
	post(s, "/api/member/close", users,
		"Close one's own account: it is erased after the days of grace", a.Personal.Close, upTo(kB))
	post(s, "/api/member/keep", users, "Keep the account that was closed", a.Personal.Keep, upTo(kB))
	post(s, "/api/member/consent", users, "Agree to the policies as they stand now", a.Personal.Consent, upTo(kB))
}
