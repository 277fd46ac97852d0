package app

import (
	"net/http"

	"shanmen/internal/account"
	"shanmen/internal/event"
	"shanmen/internal/httpd"
	"shanmen/internal/locale"
)

// apiTable is every call of the API with the right it needs. Shapes stand beside the functions.
func (a *App) apiTable() {
	s := a.HTTP
	get, post, put := http.MethodGet, http.MethodPost, http.MethodPut
	const kB = 1 << 10

	httpd.API(s, httpd.Call{Method: get, Path: "/api/_auth/session", Access: httpd.Open, Summary: "The session"}, a.Accounts.Session)
	httpd.API(s, httpd.Call{Method: http.MethodDelete, Path: "/api/_auth/session", Access: httpd.Open, Summary: "End the session"}, a.Accounts.Logout)
	httpd.API(s, httpd.Call{Method: post, Path: "/api/auth/authentication", Access: httpd.Open, Summary: "Log in", MaxBody: 8 * kB}, a.Accounts.Authenticate)
	httpd.API(s, httpd.Call{Method: post, Path: "/api/auth/registration", Access: httpd.Open, Summary: "Register", MaxBody: 16 * kB, Secret: true}, a.Accounts.Register)
	httpd.API(s, httpd.Call{Method: post, Path: "/api/auth/otp", Access: httpd.Open, Summary: "Send the one-time password (again)", MaxBody: kB}, a.Accounts.SendOTP)
	httpd.API(s, httpd.Call{Method: post, Path: "/api/auth/otp/verify", Access: httpd.Open, Summary: "Give the one-time password", MaxBody: kB}, a.Accounts.VerifyOTP)
	httpd.API(s, httpd.Call{Method: post, Path: "/api/auth/forget-password", Access: httpd.Open, Summary: "Send a code for a new password", MaxBody: kB}, a.Accounts.ForgetPassword)
	httpd.API(s, httpd.Call{Method: post, Path: "/api/auth/reset-password", Access: httpd.Open, Summary: "Set a new password by the code", MaxBody: 8 * kB}, a.Accounts.ResetPassword)
	httpd.API(s, httpd.Call{Method: post, Path: "/api/auth/reset-email", Access: httpd.Open, Summary: "Give a new e-mail address, prove it, or take the old one back, by a ticket", MaxBody: kB}, a.Accounts.ResetEmail)
	httpd.API(s, httpd.Call{Method: post, Path: "/api/auth/confirm-email", Access: httpd.User, Summary: "Send the mail again that confirms one's own address", MaxBody: kB}, a.Accounts.SendConfirmation)
	httpd.API(s, httpd.Call{Method: get, Path: "/api/auth/identity", Access: httpd.User, Summary: "Who is logged in"}, a.Accounts.Identity)
	httpd.API(s, httpd.Call{Method: post, Path: "/api/member/update/profile", Access: httpd.User, Summary: "Change one's own profile", MaxBody: 8 * kB}, a.Members.UpdateProfile)
	httpd.API(s, httpd.Call{Method: post, Path: "/api/member/update/password", Access: httpd.User, Summary: "Change one's own password", MaxBody: 8 * kB}, a.Accounts.ChangePassword)
	httpd.API(s, httpd.Call{Method: post, Path: "/api/auth/lost-email", Access: httpd.Open, Summary: "Send a code for another e-mail address", MaxBody: kB}, a.Accounts.LostEmail)
	httpd.API(s, httpd.Call{Method: post, Path: "/api/member/update/mobile", Access: httpd.User, Summary: "Send a code to one's new mobile number", MaxBody: 8 * kB}, a.Accounts.UpdateMobile)
	httpd.API(s, httpd.Call{Method: post, Path: "/api/member/update/email", Access: httpd.User, Summary: "A ticket for another e-mail address of one's own", MaxBody: 8 * kB}, a.Accounts.UpdateEmail)
	httpd.API(s, httpd.Call{Method: get, Path: "/api/member/session", Access: httpd.User, Summary: "Where one is logged in"}, a.Accounts.Sessions)
	httpd.API(s, httpd.Call{Method: http.MethodDelete, Path: "/api/member/session/{id}", Access: httpd.User, Summary: "Log out at one place"}, a.Accounts.EndOneSession)
	httpd.API(s, httpd.Call{Method: post, Path: "/api/member/session/end-others", Access: httpd.User, Summary: "Log out everywhere else", MaxBody: kB}, a.Accounts.EndOtherSessions)

	httpd.API(s, httpd.Call{Method: get, Path: "/api/family", Access: httpd.Member, Summary: "One's own family book"}, a.Family.List)
	httpd.API(s, httpd.Call{Method: post, Path: "/api/family", Access: httpd.Member, Summary: "Write a person into the family book", MaxBody: 8 * kB}, a.Family.Add)
	httpd.API(s, httpd.Call{Method: put, Path: "/api/family/{id}", Access: httpd.Member, Summary: "Change a person of the family book", MaxBody: 8 * kB}, a.Family.Change)
	httpd.API(s, httpd.Call{Method: http.MethodDelete, Path: "/api/family/{id}", Access: httpd.Member, Summary: "Take a person out of the family book"}, a.Family.Remove)

	office := httpd.Staff(account.Roles...)
	httpd.API(s, httpd.Call{Method: post, Path: "/api/auth/passkey/begin", Access: httpd.Open, Summary: "Ask the device for a passkey, to log in", MaxBody: kB}, a.Accounts.BeginPasskeyLogin)
	httpd.API(s, httpd.Call{Method: post, Path: "/api/auth/passkey/finish", Access: httpd.Open, Summary: "Log in by the device's answer", MaxBody: 64 * kB}, a.Accounts.FinishPasskeyLogin)
	httpd.API(s, httpd.Call{Method: get, Path: "/api/member/passkey", Access: httpd.User.OrPending(), Summary: "One's own passkeys"}, a.Accounts.Passkeys)
	httpd.API(s, httpd.Call{Method: post, Path: "/api/member/passkey/begin", Access: httpd.User.OrPending(), Summary: "Ask the device for a new passkey", MaxBody: kB}, a.Accounts.BeginPasskey)
	httpd.API(s, httpd.Call{Method: post, Path: "/api/member/passkey/finish", Access: httpd.User.OrPending(), Summary: "Keep the new passkey", MaxBody: 64 * kB}, a.Accounts.FinishPasskey)
	httpd.API(s, httpd.Call{Method: put, Path: "/api/member/passkey/{id}", Access: httpd.User, Summary: "Rename a passkey of one's own", MaxBody: kB}, a.Accounts.RenamePasskey)
	httpd.API(s, httpd.Call{Method: post, Path: "/api/member/passkey/{id}/remove", Access: httpd.User, Summary: "Remove a passkey of one's own", MaxBody: kB}, a.Accounts.RemovePasskey)
	httpd.API(s, httpd.Call{Method: get, Path: "/api/member/factor", Access: office.OrPending(), Summary: "The second factor of staff"}, a.Accounts.OwnFactor)
	httpd.API(s, httpd.Call{Method: post, Path: "/api/member/factor/totp/begin", Access: office.OrPending(), Summary: "A secret for an app", MaxBody: kB}, a.Accounts.BeginTOTP)
	httpd.API(s, httpd.Call{Method: post, Path: "/api/member/factor/totp/finish", Access: office.OrPending(), Summary: "Put the app to use by its first code", MaxBody: kB}, a.Accounts.FinishTOTP)
	httpd.API(s, httpd.Call{Method: post, Path: "/api/member/factor/totp/remove", Access: office, Summary: "End the codes of the app", MaxBody: kB}, a.Accounts.RemoveTOTP)
	httpd.API(s, httpd.Call{Method: post, Path: "/api/member/factor/recovery", Access: office, Summary: "New recovery codes", MaxBody: kB}, a.Accounts.RenewRecoveryCodes)
	httpd.API(s, httpd.Call{Method: get, Path: "/api/admin/staff", Access: httpd.Staff("admin"), Summary: "Accounts of the office"}, a.Accounts.Staff)
	httpd.API(s, httpd.Call{Method: post, Path: "/api/admin/staff/{id}/reset-factor", Access: httpd.Staff("admin"), Summary: "Take a colleague's second factor away", MaxBody: kB}, a.Accounts.ResetColleague)

	httpd.API(s, httpd.Call{Method: get, Path: "/api/member/data", Access: httpd.User, Summary: "What the page of personal data shows"}, a.Personal.Get)
	httpd.API(s, httpd.Call{Method: post, Path: "/api/member/export", Access: httpd.User, Summary: "Let this session download what is kept about its user, by the password", MaxBody: kB}, a.Personal.AllowExport)
	httpd.Raw(s, httpd.Call{Method: get, Path: "/api/member/export", Access: httpd.User, Summary: "Everything that is kept about the user, as a ZIP", Patient: true}, a.Personal.Export)
	httpd.API(s, httpd.Call{Method: post, Path: "/api/member/close", Access: httpd.User, Summary: "Close one's own account: it is erased after the days of grace", MaxBody: kB}, a.Personal.Close)
	httpd.API(s, httpd.Call{Method: post, Path: "/api/member/keep", Access: httpd.User, Summary: "Keep the account that was closed", MaxBody: kB}, a.Personal.Keep)
	httpd.API(s, httpd.Call{Method: post, Path: "/api/member/consent", Access: httpd.User, Summary: "Agree to the policies as they stand now", MaxBody: kB}, a.Personal.Consent)

	httpd.API(s, httpd.Call{Method: get, Path: "/api/redirect", Access: httpd.Open, Summary: "Where the office sends an old address"}, s.MovedTo)
	httpd.API(s, httpd.Call{Method: get, Path: "/api/about-us/title", Access: httpd.Open, Summary: "Titles of the about-us pages, in order"}, a.Content.Titles)
	httpd.API(s, httpd.Call{Method: get, Path: "/api/content/output/{key}", Access: httpd.Open, Summary: "A content page"}, a.Content.Output)
	httpd.API(s, httpd.Call{Method: get, Path: "/api/offering", Access: httpd.Open, Summary: "The catalogue"}, a.Offerings.List)
	httpd.API(s, httpd.Call{Method: get, Path: "/api/offering/{key}", Access: httpd.Open, Summary: "An offering with its options and form"}, a.Offerings.Get)

	httpd.API(s, httpd.Call{Method: get, Path: "/api/event", Access: httpd.Open, Summary: "Events of a time, earliest first"}, a.Events.List)
	httpd.API(s, httpd.Call{Method: get, Path: "/api/event/{key}", Access: httpd.Open, Summary: "An event"}, a.Events.Get)
	httpd.Raw(s, httpd.Call{Method: get, Path: "/api/event/{key}/calendar.ics", Access: httpd.Open, Summary: "An event as iCalendar (?locale=en|zh)"}, a.Events.Entry)
	httpd.Raw(s, httpd.Call{Method: get, Path: "/api/event/calendar.ics", Access: httpd.Open, Summary: "All coming events as iCalendar (?locale=en|zh)"}, a.Events.Feed)
	for _, l := range locale.All {
		httpd.Raw(s, httpd.Call{Method: get, Path: event.AtomPath(l), Access: httpd.Open}, a.Events.Atom)
	}

	httpd.API(s, httpd.Call{Method: post, Path: "/api/form/awaiting", Access: httpd.Open, Summary: "Write to the office: the contact form, or an enquiry", MaxBody: 64 * kB}, a.Forms.Await)
	httpd.API(s, httpd.Call{Method: get, Path: "/api/admin/form-entry", Access: httpd.Staff("editor", "counter"), Summary: "What was sent to the office, newest first"}, a.Forms.Inbox)

	httpd.API(s, httpd.Call{Method: get, Path: "/api/cart/checkout", Access: httpd.Open, Summary: "The cart"}, a.Carts.Checkout)
	httpd.API(s, httpd.Call{Method: post, Path: "/api/cart", Access: httpd.Open, Summary: "Add or change items", MaxBody: 64 * kB}, a.Carts.Post)
	httpd.API(s, httpd.Call{Method: put, Path: "/api/cart/remove/{id}", Access: httpd.Open, Summary: "Remove an item"}, a.Carts.Remove)
	httpd.API(s, httpd.Call{Method: post, Path: "/api/cart/cancel", Access: httpd.Open, Summary: "Give the cart up"}, a.Carts.Cancel)
	httpd.API(s, httpd.Call{Method: put, Path: "/api/cart/method", Access: httpd.Open, Summary: "Remember how the visitor wants to pay"}, a.Carts.ChooseMethod)

	httpd.API(s, httpd.Call{Method: post, Path: "/api/payment/pay-now/qr", Access: httpd.Member, Summary: "The QR code, and a hold on prices and places"}, a.Checkout.ShowQR)
	httpd.Raw(s, httpd.Call{Method: get, Path: "/api/payment/pay-now/qr/{image}", Access: httpd.Member, Summary: "The QR code as a picture"}, a.Checkout.QRImage)
	httpd.API(s, httpd.Call{Method: post, Path: "/api/payment/new/pay-now", Access: httpd.Member, Summary: "Pay by PayNow"}, a.Checkout.PayNow)
	httpd.API(s, httpd.Call{Method: post, Path: "/api/payment/new/cash", Access: httpd.Member, Summary: "Pay in cash at the counter"}, a.Checkout.Cash)
	httpd.API(s, httpd.Call{Method: get, Path: "/api/invoice", Access: httpd.User, Summary: "An invoice of one's own"}, a.Invoices.Get)
	httpd.API(s, httpd.Call{Method: get, Path: "/api/invoice/list/member", Access: httpd.User, Summary: "One's own invoices"}, a.Invoices.List)
	httpd.Raw(s, httpd.Call{Method: post, Path: "/api/upload/receipt", Access: httpd.Member, Summary: "Send receipt pictures", MaxBody: 52 << 20, Multipart: true}, a.Payments.Upload)
	httpd.Raw(s, httpd.Call{Method: get, Path: "/api/upload/receipt/{image}", Access: httpd.User, Summary: "A receipt picture of one's own"}, a.Payments.ReceiptImage)
	httpd.Raw(s, httpd.Call{Method: get, Path: "/api/invoice/{id}/code.png", Access: httpd.User, Summary: "The reference as a QR code, for the counter's scanner"}, a.Invoices.Code)
	httpd.Raw(s, httpd.Call{Method: get, Path: "/api/invoice/{id}/receipt.pdf", Access: httpd.User, Summary: "The official receipt as PDF (?language=en|zh|both)"}, a.Payments.OfficialReceiptPDF)
	httpd.Raw(s, httpd.Call{Method: get, Path: "/api/invoice/{id}/invoice.pdf", Access: httpd.User, Summary: "The invoice as PDF (?language=en|zh|both)"}, a.Payments.InvoicePDF)
	httpd.API(s, httpd.Call{Method: post, Path: "/api/invoice/{id}/cancel", Access: httpd.User, Summary: "Give up an invoice of one's own that is unpaid", MaxBody: kB}, a.Payments.Cancel)
	httpd.API(s, httpd.Call{Method: post, Path: "/api/invoice/{id}/order-again", Access: httpd.User, Summary: "Put its items into the cart again, at today's prices", MaxBody: kB}, a.Invoices.OrderAgain)

	httpd.API(s, httpd.Call{Method: get, Path: "/api/subscription", Access: httpd.Member, Summary: "One's own subscriptions"}, a.Subscriptions.List)
	httpd.API(s, httpd.Call{Method: get, Path: "/api/subscription/{id}", Access: httpd.Member, Summary: "A subscription of one's own"}, a.Subscriptions.Get)
	httpd.API(s, httpd.Call{Method: get, Path: "/api/subscription/history/{id}", Access: httpd.Member, Summary: "Its terms, in order"}, a.Subscriptions.History)
	httpd.API(s, httpd.Call{Method: post, Path: "/api/subscription/{id}/cancel", Access: httpd.Member, Summary: "Let it end with what is paid", MaxBody: kB}, a.Subscriptions.Cancel)
	httpd.API(s, httpd.Call{Method: post, Path: "/api/subscription/{id}/renew", Access: httpd.Member, Summary: "The next term's invoice, made when there is none", MaxBody: kB}, a.Subscriptions.Renew)
	httpd.API(s, httpd.Call{Method: put, Path: "/api/subscription/{id}/form", Access: httpd.Member, Summary: "Change whom the next term is for", MaxBody: 64 * kB}, a.Subscriptions.PutForm)
	httpd.API(s, httpd.Call{Method: post, Path: "/api/renewal/pay-now", Access: httpd.Open, Summary: "Pay a renewal by PayNow, with its link's ticket", MaxBody: 8 * kB}, a.Checkout.RenewalPayNow)
	httpd.API(s, httpd.Call{Method: post, Path: "/api/renewal/cash", Access: httpd.Open, Summary: "Pay a renewal in cash at the counter, with its link's ticket", MaxBody: kB}, a.Checkout.RenewalCash)
	httpd.Raw(s, httpd.Call{Method: post, Path: "/api/renewal/upload", Access: httpd.Open, Summary: "Send receipt pictures of a renewal, with its link's ticket (?ticket=)", MaxBody: 52 << 20, Multipart: true}, a.Checkout.RenewalUpload)

	treasurer, counter := httpd.Staff("treasurer"), httpd.Staff("counter", "treasurer")
	httpd.API(s, httpd.Call{Method: get, Path: "/api/admin/payment", Access: treasurer, Summary: "PayNow payments with a picture, by key"}, a.Office.PaymentQueue)
	httpd.API(s, httpd.Call{Method: get, Path: "/api/admin/payment/{id}", Access: treasurer, Summary: "One payment with pictures, items and look-alikes"}, a.Office.Payment)
	httpd.API(s, httpd.Call{Method: post, Path: "/api/admin/payment/{id}/approve", Access: treasurer, Summary: "Approve a payment"}, a.Office.Approve)
	httpd.API(s, httpd.Call{Method: post, Path: "/api/admin/payment/{id}/reject", Access: treasurer, Summary: "Reject a payment"}, a.Office.Reject)
	httpd.API(s, httpd.Call{Method: post, Path: "/api/admin/payment/{id}/undo", Access: treasurer, Summary: "Take back one's decision within 30 seconds"}, a.Office.Undo)
	httpd.API(s, httpd.Call{Method: get, Path: "/api/admin/payment/figures", Access: treasurer, Summary: "Count and sum of what waits, was decided, and came in by the bank statement"}, a.Office.PaymentFigures)
	httpd.API(s, httpd.Call{Method: post, Path: "/api/admin/payment/{id}/claim", Access: treasurer, Summary: "Have a payment open at one's own desk", MaxBody: kB}, a.Office.Claim)
	httpd.API(s, httpd.Call{Method: post, Path: "/api/admin/payment/{id}/release", Access: treasurer, Summary: "Have it open no longer", MaxBody: kB}, a.Office.Release)
	httpd.Raw(s, httpd.Call{Method: get, Path: "/api/admin/receipt-image/{image}", Access: treasurer, Summary: "A member's receipt picture"}, a.Office.ReceiptImage)
	httpd.API(s, httpd.Call{Method: get, Path: "/api/admin/member", Access: httpd.Staff("counter"), Summary: "Find members by mobile, name or e-mail address"}, a.Office.FindMembers)
	httpd.API(s, httpd.Call{Method: post, Path: "/api/admin/member/{id}/ticket", Access: httpd.Staff("counter"), Summary: "A link for another e-mail address, for a member at the counter", MaxBody: kB}, a.Office.GiveTicket)
	httpd.API(s, httpd.Call{Method: get, Path: "/api/admin/invoice", Access: counter, Summary: "Find invoices by number, reference, name or mobile"}, a.Office.FindInvoices)
	httpd.API(s, httpd.Call{Method: post, Path: "/api/admin/subscription/{id}/cancel", Access: counter, Summary: "Let a member's subscription end with what is paid", MaxBody: kB}, a.Subscriptions.CancelByOffice)
	httpd.API(s, httpd.Call{Method: post, Path: "/api/admin/invoice/{id}/cash", Access: counter, Summary: "Take cash at the counter"}, a.Office.TakeCash)

	// Bank statements.
	httpd.API(s, httpd.Call{Method: get, Path: "/api/admin/bank/statement", Access: treasurer, Summary: "Bank statements, newest first"}, a.Bank.Statements)
	httpd.Raw(s, httpd.Call{Method: post, Path: "/api/admin/bank/statement", Access: treasurer, Summary: "Upload a bank statement", MaxBody: 6 << 20, Multipart: true}, a.Bank.Upload)
	httpd.API(s, httpd.Call{Method: get, Path: "/api/admin/bank/statement/{id}", Access: treasurer, Summary: "A statement with its counts"}, a.Bank.Statement)
	httpd.API(s, httpd.Call{Method: put, Path: "/api/admin/bank/statement/{id}/layout", Access: treasurer, Summary: "Name the columns of a bank that is not known", MaxBody: 4 * kB}, a.Bank.SetLayout)
	httpd.API(s, httpd.Call{Method: get, Path: "/api/admin/bank/statement/{id}/line", Access: treasurer, Summary: "Lines of a statement, by how sure we are of them"}, a.Bank.Lines)
	httpd.API(s, httpd.Call{Method: post, Path: "/api/admin/bank/statement/{id}/approve", Access: treasurer, Summary: "Settle all certain lines, after a look at count and sum", MaxBody: kB}, a.Bank.Approve)
	httpd.API(s, httpd.Call{Method: post, Path: "/api/admin/bank/statement/{id}/undo", Access: treasurer, Summary: "Take an import back", MaxBody: kB}, a.Bank.Undo)
	httpd.API(s, httpd.Call{Method: post, Path: "/api/admin/bank/compare", Access: treasurer, Summary: "Compare the lines that wait with the orders of now", MaxBody: kB}, a.Bank.Compare)
	httpd.API(s, httpd.Call{Method: get, Path: "/api/admin/bank/line/{id}/candidate", Access: treasurer, Summary: "Orders that a line may be the money of"}, a.Bank.Search)
	httpd.API(s, httpd.Call{Method: post, Path: "/api/admin/bank/line/{id}/match", Access: treasurer, Summary: "Say which orders a line is the money of", MaxBody: 4 * kB}, a.Bank.MatchLine)
	httpd.API(s, httpd.Call{Method: post, Path: "/api/admin/bank/line/{id}/ignore", Access: treasurer, Summary: "Say why a line needs no order", MaxBody: 2 * kB}, a.Bank.IgnoreLine)
	httpd.API(s, httpd.Call{Method: post, Path: "/api/admin/bank/line/{id}/undo", Access: treasurer, Summary: "Take back what was decided about a line", MaxBody: kB}, a.Bank.UndoLine)

	// Orders, refunds, late money.
	httpd.API(s, httpd.Call{Method: get, Path: "/api/admin/order", Access: counter, Summary: "All orders, newest first, or those that a search finds"}, a.Office.Orders)
	httpd.API(s, httpd.Call{Method: get, Path: "/api/admin/order/{id}", Access: counter, Summary: "Everything about one order"}, a.Office.Order)
	httpd.API(s, httpd.Call{Method: post, Path: "/api/admin/invoice/{id}/refund", Access: counter, Summary: "Give money of an order back, whole or in part", MaxBody: 8 * kB}, a.Office.Refund)
	httpd.API(s, httpd.Call{Method: post, Path: "/api/admin/invoice/{id}/cancel", Access: counter, Summary: "End an order that nobody has settled", MaxBody: 8 * kB}, a.Office.CancelOrder)
	httpd.API(s, httpd.Call{Method: post, Path: "/api/admin/invoice/{id}/reopen", Access: treasurer, Summary: "Settle an expired or cancelled order with money that came late", MaxBody: kB}, a.Office.ReopenOrder)
	httpd.API(s, httpd.Call{Method: post, Path: "/api/admin/invoice/{id}/mail", Access: counter, Summary: "Send the invoice or its receipt again", MaxBody: kB}, a.Office.MailPaper)
	httpd.API(s, httpd.Call{Method: get, Path: "/api/admin/late", Access: treasurer, Summary: "Money that waits for a decision, oldest first"}, a.Office.LateMoney)
	httpd.API(s, httpd.Call{Method: get, Path: "/api/admin/late/{kind}/{id}", Access: treasurer, Summary: "One transfer, bank line or excess with what can be done"}, a.Office.Late)
	httpd.API(s, httpd.Call{Method: post, Path: "/api/admin/late/{kind}/{id}", Access: treasurer, Summary: "Decide what becomes of late money", MaxBody: 8 * kB}, a.Office.DecideLate)

	// Walk-ins.
	httpd.API(s, httpd.Call{Method: post, Path: "/api/admin/walk-in", Access: counter, Summary: "Make an order for who stands at the counter", MaxBody: 64 * kB}, a.Office.SellWalkIn)
	httpd.API(s, httpd.Call{Method: get, Path: "/api/admin/walk-in", Access: counter, Summary: "Today's orders of the counter that wait for their transfer, newest first"}, a.Office.WaitingWalkIns)
	httpd.API(s, httpd.Call{Method: post, Path: "/api/admin/walk-in/price", Access: counter, Summary: "What items of a walk-in cost today", MaxBody: 64 * kB}, a.Office.PriceWalkIn)
	httpd.API(s, httpd.Call{Method: get, Path: "/api/admin/walk-in/earlier", Access: counter, Summary: "What is known of a devotee's mobile number, and the last orders"}, a.Office.EarlierWalkIns)
	httpd.API(s, httpd.Call{Method: get, Path: "/api/admin/walk-in/{id}", Access: counter, Summary: "An order of the counter, with its PayNow code"}, a.Office.WalkIn)
	httpd.Raw(s, httpd.Call{Method: get, Path: "/api/admin/walk-in/{id}/pay-now.png", Access: counter, Summary: "The PayNow code as a picture"}, a.Office.WalkInCode)
	httpd.Raw(s, httpd.Call{Method: post, Path: "/api/admin/walk-in/{id}/picture", Access: counter, Summary: "A photograph of the devotee's phone that shows the transfer", MaxBody: 52 << 20, Multipart: true}, a.Office.WalkInPicture)
	httpd.API(s, httpd.Call{Method: post, Path: "/api/admin/cash/{id}/undo", Access: counter, Summary: "Take back cash that one booked by mistake, within 30 seconds", MaxBody: kB}, a.Office.UndoCash)
	httpd.API(s, httpd.Call{Method: get, Path: "/api/admin/invoice/{id}/paper", Access: counter, Summary: "What stands on an order's official receipt"}, a.Office.Paper)
	httpd.API(s, httpd.Call{Method: post, Path: "/api/admin/invoice/{id}/receipt-mail", Access: counter, Summary: "Send the official receipt to an address", MaxBody: kB}, a.Office.MailReceipt)
	httpd.API(s, httpd.Call{Method: get, Path: "/api/admin/shift/current", Access: counter, Summary: "One's own open shift"}, a.Till.Mine)
	httpd.API(s, httpd.Call{Method: get, Path: "/api/admin/shift", Access: counter, Summary: "Shifts, newest first: one's own, or everybody's for the treasurer"}, a.Till.List)
	httpd.API(s, httpd.Call{Method: get, Path: "/api/admin/shift/{id}", Access: counter, Summary: "A shift with its report"}, a.Till.Report)
	httpd.API(s, httpd.Call{Method: post, Path: "/api/admin/shift", Access: counter, Summary: "Open one's own shift", MaxBody: 4 * kB}, a.Till.Start)
	httpd.API(s, httpd.Call{Method: post, Path: "/api/admin/shift/{id}/close", Access: counter, Summary: "Count the box and close the shift", MaxBody: 8 * kB}, a.Till.Close)

	// Control.
	admin, editor := httpd.Staff("admin"), httpd.Staff("editor")
	httpd.API(s, httpd.Call{Method: post, Path: "/api/auth/invitation", Access: httpd.Open, Summary: "Who a ticket invites into the office, and, with a password, the account's first login", MaxBody: 8 * kB, Secret: true}, a.Accounts.Accept)
	httpd.API(s, httpd.Call{Method: post, Path: "/api/admin/staff", Access: admin, Summary: "Make an account of the office and invite its owner", MaxBody: 8 * kB}, a.Accounts.AddStaff)
	httpd.API(s, httpd.Call{Method: put, Path: "/api/admin/staff/{id}/roles", Access: admin, Summary: "Change what an account may do in the office", MaxBody: kB}, a.Accounts.SetRoles)
	httpd.API(s, httpd.Call{Method: post, Path: "/api/admin/staff/{id}/invite", Access: admin, Summary: "Invite again who has no password yet", MaxBody: kB}, a.Accounts.Invite)
	httpd.API(s, httpd.Call{Method: post, Path: "/api/admin/staff/{id}/disable", Access: admin, Summary: "End an account's sessions, and let nobody log in", MaxBody: kB}, a.Accounts.Disable)
	httpd.API(s, httpd.Call{Method: post, Path: "/api/admin/staff/{id}/enable", Access: admin, Summary: "Give a disabled account back", MaxBody: kB}, a.Accounts.Enable)
	httpd.API(s, httpd.Call{Method: get, Path: "/api/admin/audit", Access: admin, Summary: "What was done, newest first"}, a.Office.AuditTrail)
	httpd.Raw(s, httpd.Call{Method: get, Path: "/api/admin/audit/export", Access: admin, Summary: "What was done, as a table (?format=csv|xlsx, filters as of the list)", Patient: true}, a.Office.ExportAudit)
	httpd.API(s, httpd.Call{Method: get, Path: "/api/admin/setting", Access: admin, Summary: "How numbers, papers, payments and renewals are set"}, a.Office.Settings)
	httpd.API(s, httpd.Call{Method: put, Path: "/api/admin/setting", Access: admin, Summary: "Change settings, on every replica at once", MaxBody: 16 * kB}, a.Office.ChangeSettings)
	httpd.API(s, httpd.Call{Method: get, Path: "/api/admin/wording", Access: treasurer, Summary: "The sentences that the office words itself: reasons of a rejection"}, a.Office.Wordings)
	httpd.API(s, httpd.Call{Method: put, Path: "/api/admin/wording", Access: treasurer, Summary: "Word sentences anew, on every replica at once", MaxBody: 16 * kB}, a.Office.ChangeWordings)
	httpd.API(s, httpd.Call{Method: put, Path: "/api/admin/offering/{id}", Access: editor, Summary: "Publish an offering, or end its booking", MaxBody: kB}, a.Office.EditOffering)
	httpd.API(s, httpd.Call{Method: put, Path: "/api/admin/offering/{id}/option/{optionId}", Access: editor, Summary: "Change price, number or showing of an option", MaxBody: kB}, a.Office.EditOption)
	httpd.API(s, httpd.Call{Method: put, Path: "/api/admin/content/{key}", Access: editor, Summary: "Change the words of a page in both languages", MaxBody: 256 * kB}, a.Office.EditContent)

	httpd.API(s, httpd.Call{Method: get, Path: "/api/admin/letter", Access: treasurer, Summary: "Mails and texts that could not be sent, newest first"}, a.Office.Letters)
	httpd.API(s, httpd.Call{Method: post, Path: "/api/admin/letter/{id}/again", Access: treasurer, Summary: "Try one of them again at once", MaxBody: kB}, a.Office.SendLetterAgain)
	// Accounts.
	httpd.API(s, httpd.Call{Method: get, Path: "/api/admin/report", Access: treasurer, Summary: "A day or a time in figures", Patient: true}, a.Reports.Get)
	httpd.Raw(s, httpd.Call{Method: get, Path: "/api/admin/report/export/{file}", Access: treasurer, Summary: "payments, orders, refunds, receipts or days of a time as .csv or .xlsx (?from=&to=)", Patient: true}, a.Reports.Export)
	httpd.API(s, httpd.Call{Method: get, Path: "/api/admin/report/member", Access: treasurer, Summary: "Find members, with the years of their statements", Patient: true}, a.Reports.FindMembers)
	httpd.API(s, httpd.Call{Method: get, Path: "/api/admin/report/year", Access: treasurer, Summary: "The years that have statements", Patient: true}, a.Reports.StatementYears)
	httpd.Raw(s, httpd.Call{Method: get, Path: "/api/admin/report/statement/{id}/{file}", Access: treasurer, Summary: "A member's statement of a year: 2026.pdf (?language=en|zh|both)", Patient: true}, a.Reports.Statement)
	httpd.Raw(s, httpd.Call{Method: get, Path: "/api/admin/report/statements/{file}", Access: treasurer, Summary: "The statements of a year of all members: 2026.zip", Patient: true}, a.Reports.Statements)
	httpd.Raw(s, httpd.Call{Method: get, Path: "/api/member/statement/{file}", Access: httpd.User, Summary: "One's own statement of a year: 2026.pdf (?language=en|zh|both)", Patient: true}, a.Reports.OwnStatement)
}
