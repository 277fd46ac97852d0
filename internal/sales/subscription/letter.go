package subscription

import (
	"context"
	"errors"
	"fmt"

	"shanmen/internal/base/locale"
	"shanmen/internal/base/money"
	"shanmen/internal/people/account"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
	"shanmen/internal/platform/outbox"
)

// PageRenewal is the page for links in reminders.
const PageRenewal = "/member/renewal"

// tellToRenew sends a reminder of an unpaid term, with a link that opens its invoice without a login, by the member's
// chosen channels. A changed price is shown beside the last one. before is the reminder's number of days before the
// end.
func (s *Service) tellToRenew(ctx context.Context, tx *db.Tx, t query.SubscriptionTerm, before int) error {
	sub, err := tx.Subscription(ctx, t.SubscriptionID)
	if err != nil {
		return err
	}
	u, err := account.Find(ctx, tx.Queries, sub.UserID)
	if err != nil {
		return err
	}
	v, err := tx.Invoice(ctx, t.InvoiceID)
	if err != nil {
		return err
	}
	token, err := s.Accounts.IssueTicket(ctx, tx, account.TicketRenewal, u.ID, v.ID)
	if err != nil {
		return err
	}
	paid, err := lastItem(ctx, tx.Queries, sub)
	if err != nil {
		return err
	}
	template := "renewal-reminder"
	if before == 0 {
		template = "renewal-last"
	}
	if v.SubTotal != paid.Amount { // somebody paying from habit would send the old amount
		template += "-price"
	}
	mail, text := u.RemindBy()
	key := fmt.Sprintf("renewal:%s:%d", t.InvoiceID, before) // unique keys prevent sending twice
	return s.send(ctx, tx, u, mail, text, template, key, paid, map[string]string{
		"until": dateOf(u.Locale, t.StartsAt), "last": dateOf(u.Locale, max(v.ExpiresAt, v.StandsUntil)),
		"before": money.Format(paid.Amount), "price": money.Format(v.SubTotal), "amount": money.Format(v.SubTotal - v.Paid), "number": v.Number, "link": u.Locale.Path(PageRenewal) + "?ticket=" + token,
	})
}

// tellEnd notifies that a subscription has ended, how long it lasts, and where to start again.
func (s *Service) tellEnd(ctx context.Context, tx *db.Tx, sub query.Subscription, template string) error {
	u, err := account.Find(ctx, tx.Queries, sub.UserID)
	if err != nil {
		return err
	}
	mail, text := u.MailTo(), ""
	if mail == "" {
		text = u.TextTo()
	}
	item, err := lastItem(ctx, tx.Queries, sub)
	if err != nil {
		return err
	}
	return s.send(ctx, tx, u, mail, text, template, template+":"+sub.ID, item, map[string]string{
		"until": dateOf(u.Locale, sub.EndsAt), "link": u.Locale.Path("/member/profile/subscriptions"),
	})
}

func (s *Service) send(ctx context.Context, tx *db.Tx, u account.User, mail, text, template, key string, item query.InvoiceItem, params map[string]string) error {
	params["title"] = titleOf(item, u.Locale)
	now := s.Clock.Now()
	if mail != "" {
		name := u.Name
		if u.Locale == locale.ZH && u.ChineseName != "" || name == "" {
			name = u.ChineseName
		}
		m := outbox.Mail{To: mail, Name: name, Locale: u.Locale, Template: template, Params: params}
		if err := outbox.AddMail(ctx, tx, m, key+":"+outbox.KindMail, now); err != nil {
			return err
		}
	}
	if text != "" {
		m := outbox.SMS{To: text, Locale: u.Locale, Template: template, Params: params}
		return outbox.AddSMS(ctx, tx, m, key+":"+outbox.KindSMS, now)
	}
	return nil
}

// lastItem is the item of the last paid term, with titles as sold.
func lastItem(ctx context.Context, r db.Reader, sub query.Subscription) (query.InvoiceItem, error) {
	t, err := r.SubscriptionTerm(ctx, query.SubscriptionTermParams{SubscriptionID: sub.ID, Period: sub.Period})
	if errors.Is(err, db.ErrNoRows) && sub.Period == 1 {
		lamp, err := imported(ctx, r, sub.ID)
		if err != nil || lamp == nil {
			return query.InvoiceItem{}, errors.Join(err, fmt.Errorf("the first term of %s is not there", sub.ID))
		}
		return query.InvoiceItem{TitleEn: lamp.TitleEn, TitleZh: lamp.TitleZh, OptionTitleEn: lamp.OptionTitleEn, OptionTitleZh: lamp.OptionTitleZh}, nil
	}
	if err != nil {
		return query.InvoiceItem{}, fmt.Errorf("last term: %w", err)
	}
	items, err := r.InvoiceItems(ctx, t.InvoiceID)
	if err != nil {
		return query.InvoiceItem{}, fmt.Errorf("item of a term: %w", err)
	}
	for _, it := range items {
		if it.ID == t.ItemID {
			return it, nil
		}
	}
	return query.InvoiceItem{}, fmt.Errorf("term %d of %s has no item", sub.Period, sub.ID)
}

func titleOf(it query.InvoiceItem, l locale.Locale) string {
	title := locale.Text{EN: it.TitleEn, ZH: it.TitleZh}.In(l)
	option := locale.Text{EN: it.OptionTitleEn, ZH: it.OptionTitleZh}.In(l)
	switch {
	case option == "" || option == title:
		return title
	case l == locale.ZH:
		return title + "（" + option + "）"
	}
	return title + " (" + option + ")"
}
