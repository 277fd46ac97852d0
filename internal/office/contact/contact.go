// Package contact provides the links with which the office calls or messages a person, and audits who opened them.
package contact

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"time"

	"shanmen/internal/base/clock"
	"shanmen/internal/base/fault"
	"shanmen/internal/base/locale"
	"shanmen/internal/base/money"
	"shanmen/internal/offer/content"
	"shanmen/internal/people/account"
	"shanmen/internal/people/chat"
	"shanmen/internal/platform/audit"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
	"shanmen/internal/platform/httpd"
	"shanmen/internal/platform/outbox"
	"shanmen/internal/sales/invoice"
	"shanmen/internal/sales/payment"
)

// Service builds the links to a telephone number.
type Service struct {
	DB       *db.DB
	Clock    clock.Clock
	Accounts *account.Service
	Messages *locale.Messages
	Base     *url.URL // of the site, for links that are shown

}

// renewalSoon is how long before its end a subscription is mentioned for renewal.
const renewalSoon = 45 * 24 * time.Hour

// The audit action of an opened call or chat link.
const (
	actionCall     = "chat.call"
	actionWhatsApp = "chat.whatsapp"
)

// reachedFrom lists the roles that may see phone numbers, by kind of subject; administrators see all.
var reachedFrom = map[string][]string{
	"invoice": {"counter", "treasurer", "ritual"},
	"user":    {"counter", "treasurer", "ritual"},
	"import":  {"counter", "treasurer"},
	"message": {"editor", "counter"},
	"letter":  {"treasurer"},
}

type chatIn struct {
	Body struct {
		Of    string `json:"of" maxLength:"100" doc:"Subject as given in the links, kind:id"`
		About string `json:"about" enum:"hello,order,unpaid,unclear,rejected,renewal,undelivered,names,message,late"`
		By    string `json:"by" enum:"call,whatsapp"`
	}
}

// Noted confirms the audit entry.
type Noted struct {
	Noted bool `json:"noted"`
}

// Note audits that a call or chat link is opened: by whom, to whom, about what. The number is not stored there.
func (s *Service) Note(ctx context.Context, in *chatIn) (*Noted, error) {
	b := in.Body
	kind, id, _ := strings.Cut(b.Of, ":")
	roles, known := reachedFrom[kind]
	if !known || id == "" {
		return nil, fault.At("of", "invalid-value")
	}
	v := httpd.VisitorOf(ctx)
	if !v.Has(roles...) {
		return nil, fault.Forbidden()
	}
	action := actionWhatsApp
	if b.By == "call" {
		action = actionCall
	}
	err := s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		return audit.Note(ctx, tx, action, b.Of, nil, map[string]string{"purpose": b.About})
	})
	return &Noted{err == nil}, err
}

// payer returns the contact data of an order's payer: the order's mobile number, otherwise the account's.
func (s *Service) payer(ctx context.Context, r db.Reader, v query.Invoice, about string, params map[string]any) (*chat.Links, error) {
	p := chat.Person{Of: "invoice:" + v.ID, Number: v.PayerMobile, Name: v.PayerName, Chinese: v.PayerChinese, Locale: locale.Locale(v.Locale)}
	if p.Number == "" && v.UserID != nil {
		u, err := account.Find(ctx, r, *v.UserID)
		if err != nil && !errors.Is(err, fault.NotFound()) {
			return nil, err
		}
		p.Number = u.TextTo()
	}
	all := map[string]any{"number": v.Number, "amount": money.Format(max(0, v.SubTotal-v.Paid))}
	for name, value := range params {
		all[name] = value
	}
	temple, err := content.Sender(ctx, r, s.Base)
	return chat.To(s.Messages, temple, p, about, all), err
}

// Order returns the chat text about an order in its current state.
func (s *Service) Order(ctx context.Context, r db.Reader, v query.Invoice) (*chat.Links, error) {
	l := locale.Locale(v.Locale)
	switch v.Status {
	case invoice.AwaitingPayment:
		title, ends, err := renewalOf(ctx, r, v, l)
		if err != nil {
			return nil, err
		}
		if title != "" {
			return s.payer(ctx, r, v, chat.Renewal, map[string]any{"title": title, "date": ends})
		}
		return s.payer(ctx, r, v, chat.Unpaid, nil)
	case invoice.Rejected:
		attempts, err := r.InvoicePayments(ctx, v.ID)
		if err != nil {
			return nil, fmt.Errorf("payments: %w", err)
		}
		for _, p := range slices.Backward(attempts) {
			if p.Status == payment.Rejected {
				return s.payer(ctx, r, v, chat.Rejected, s.rejectedFor(l, p))
			}
		}
	}
	return s.payer(ctx, r, v, chat.Order, nil)
}

// renewalOf returns which subscription an order renews and until when it lasts; "" if none.
func renewalOf(ctx context.Context, r db.Reader, v query.Invoice, l locale.Locale) (title, ends string, err error) {
	if v.Origin != invoice.FromRenewal {
		return "", "", nil
	}
	terms, err := r.OrderSubscriptions(ctx, v.ID)
	if err != nil {
		return "", "", fmt.Errorf("what an order renews: %w", err)
	}
	items, err := r.InvoiceItems(ctx, v.ID)
	if err != nil {
		return "", "", fmt.Errorf("items of a renewal: %w", err)
	}
	if len(terms) == 0 || len(items) == 0 {
		return "", "", nil
	}
	return locale.Text{EN: items[0].TitleEn, ZH: items[0].TitleZh}.In(l), locale.Date(l, terms[0].EndsAt.Time()), nil
}

// rejectedFor is the rejection reason in the payer's language; the office's own note replaces "read our note below".
func (s *Service) rejectedFor(l locale.Locale, p query.Payment) map[string]any {
	if p.Reason == "other" && p.Note != "" {
		return map[string]any{"reason": p.Note}
	}
	return map[string]any{"reason": s.Messages.T(l, payment.ReasonKey(p.Reason), nil)}
}

// Payment returns the chat text about a transfer whose screenshot is unreadable or was rejected.
func (s *Service) Payment(ctx context.Context, r db.Reader, v query.Invoice, p query.Payment) (*chat.Links, error) {
	switch p.Status {
	case payment.Pending:
		return s.payer(ctx, r, v, chat.Unclear, nil)
	case payment.Rejected:
		return s.payer(ctx, r, v, chat.Rejected, s.rejectedFor(locale.Locale(v.Locale), p))
	}
	return s.payer(ctx, r, v, chat.Order, nil)
}

// EndsSoon is a member's subscription that ends first.
type EndsSoon struct {
	Title string // in the member's language
	At    clock.Millis
}

// Member returns the chat text for a member: about a subscription that ends soon, or a general one.
func (s *Service) Member(temple outbox.Temple, p chat.Person, next *EndsSoon) *chat.Links {
	if next == nil || next.Title == "" || next.At > clock.MillisOf(s.Clock.Now().Add(renewalSoon)) {
		return chat.To(s.Messages, temple, p, chat.Hello, nil)
	}
	return chat.To(s.Messages, temple, p, chat.Renewal, map[string]any{"title": next.Title, "date": locale.Date(p.Locale, next.At.Time())})
}

// Letter finds the recipient of an undelivered letter: an SMS has the number, a mail the account of its address or an
// order.
func (s *Service) Letter(ctx context.Context, r db.Reader, temple outbox.Temple, l outbox.Letter) (*chat.Links, error) {
	p := chat.Person{Of: "letter:" + l.ID, Name: l.Name, Locale: l.Locale}
	if l.Kind == outbox.KindSMS {
		p.Number = l.To
		return chat.To(s.Messages, temple, p, chat.Hello, nil), nil
	}
	u, found, err := s.Accounts.FindByLogin(ctx, l.To)
	if err != nil {
		return nil, err
	}
	if number := u.TextTo(); found && number != "" {
		p.Of, p.Number, p.Name, p.Chinese = "user:"+u.ID, number, u.Name, u.ChineseName
	} else if l.Order != "" {
		v, err := r.Invoice(ctx, l.Order)
		if err != nil && !errors.Is(err, db.ErrNoRows) {
			return nil, fmt.Errorf("order of a letter: %w", err)
		}
		if err == nil {
			return s.payer(ctx, r, v, chat.Undelivered, nil)
		}
	}
	return chat.To(s.Messages, temple, p, chat.Undelivered, nil), nil
}
