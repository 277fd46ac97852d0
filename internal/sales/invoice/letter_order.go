package invoice

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"shanmen/internal/base/fault"
	"shanmen/internal/base/locale"
	"shanmen/internal/base/money"
	"shanmen/internal/base/paynow"
	"shanmen/internal/offer/form"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/outbox"
)

// ForLetter is what a mail shows of an invoice: its items with the names each is for, and the counter's code while it
// waits for cash. nil if the invoice no longer exists.
func ForLetter(ctx context.Context, r db.Reader, m *locale.Messages, invoiceID string, l locale.Locale) (*outbox.Order, error) {
	rec, err := read(ctx, r, invoiceID)
	if errors.Is(err, fault.NotFound()) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	out := &outbox.Order{Number: rec.Number, Total: money.Format(rec.SubTotal), Reference: rec.PaymentReference}
	for _, it := range rec.Items {
		line := outbox.OrderLine{
			Title:  locale.Text{EN: it.TitleEn, ZH: it.TitleZh}.In(l) + " · " + locale.Text{EN: it.OptionTitleEn, ZH: it.OptionTitleZh}.In(l),
			Amount: money.Format(it.Amount),
		}
		if sheet := rec.Sheets[it.ID]; sheet != nil {
			for _, g := range sheet.Groups {
				line.Groups = append(line.Groups, groupForLetter(m, g, l))
			}
		}
		out.Lines = append(out.Lines, line)
	}
	if n := len(rec.Payments); rec.Status == AwaitingPayment && n > 0 && rec.Payments[n-1].Method == money.Cash {
		if out.Code, err = paynow.PNG(rec.PaymentReference, 8); err != nil {
			return nil, fmt.Errorf("code of a letter: %w", err)
		}
	}
	return out, nil
}

func groupForLetter(m *locale.Messages, g form.Group, l locale.Locale) outbox.OrderGroup {
	out := outbox.OrderGroup{Word: m.T(l, "common.people-"+g.Kind, nil), Departed: g.Kind == form.InDeparted}
	for _, p := range g.People {
		name, more := p.Name, []string{}
		if p.ChineseName != "" {
			name = p.ChineseName
			if p.Name != "" {
				more = append(more, p.Name)
			}
		}
		for _, a := range p.Answers {
			switch a.About {
			case form.AboutRelation:
				more = append(more, a.Value.In(l))
			case form.AboutBirth, form.AboutPassing:
				more = append(more, m.T(l, "common.person-"+a.About, map[string]any{"date": a.Value.In(l)}))
			}
		}
		out.People = append(out.People, outbox.OrderPerson{Name: name, More: strings.Join(more, " · ")})
	}
	return out
}
