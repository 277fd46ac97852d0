package checkout

import (
	"context"
	"time"

	"shanmen/internal/base/clock"
	"shanmen/internal/base/locale"
	"shanmen/internal/base/money"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/outbox"
	"shanmen/internal/sales/invoice"
)

// tellReceived enqueues the mail with the next steps, or the SMS to a member without a confirmed address. There is a
// template for each method: cash, PayNow with a picture, PayNow that a payment provider confirms, other PayNow without a
// picture, and PayNow at the counter for somebody without an account.
func (s *Service) tellReceived(ctx context.Context, tx *db.Tx, o order, n invoice.New, v invoice.Invoice) error {
	template := "order-received"
	switch {
	case o.method == money.Cash:
		template += "-cash"
	case o.fileID == "" && s.Confirms:
		template += "-code"
	case o.fileID == "":
		template += "-waiting"
	}
	params := map[string]string{
		"number": v.Number, "reference": n.Reference, "amount": money.Format(v.SubTotal),
		"link": o.locale.Path("/member/profile/invoices/" + v.ID),
	}
	if n.UserID == "" { // a walk-in: no account to look into
		template = "walk-in-waiting"
		delete(params, "link")
	}
	if !n.ExpiresAt.IsZero() {
		params["until"] = lastDayToPay(n)
	}
	key := "order-received:" + v.ID
	if n.Payer.Email == "" {
		if n.Payer.Mobile == "" {
			return nil
		}
		return outbox.AddSMS(ctx, tx, outbox.SMS{To: n.Payer.Mobile, Locale: o.locale, Template: template, Params: params}, key, n.At)
	}
	name := n.Payer.Name
	if o.locale == locale.ZH && n.Payer.ChineseName != "" {
		name = n.Payer.ChineseName
	}
	return outbox.AddMail(ctx, tx, outbox.Mail{To: n.Payer.Email, Name: name, Locale: o.locale, Template: template, Params: params, Order: v.ID}, key, n.At)
}

// lastDayToPay formats the last day on which the invoice can be paid, in Singapore time.
func lastDayToPay(n invoice.New) string {
	layout := "2 January 2006"
	if n.Locale == locale.ZH {
		layout = "2006年1月2日"
	}
	if n.ExpiresAt.Sub(n.At) < 24*time.Hour { // a date alone would be ambiguous
		layout += map[locale.Locale]string{locale.EN: ", 15:04", locale.ZH: "15:04"}[n.Locale]
	}
	return n.ExpiresAt.In(clock.Singapore).Format(layout)
}
