package trail

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"shanmen/internal/base/fault"
	"shanmen/internal/base/locale"
	"shanmen/internal/base/money"
	"shanmen/internal/people/account"
	"shanmen/internal/platform/audit"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
	"shanmen/internal/platform/httpd"
)

// Namer finds names and titles with a cache for one list.
type Namer struct {
	s     *Service
	l     locale.Locale
	known map[string]string
}

// Namer returns an empty Namer for the language of the request.
func (s *Service) Namer(ctx context.Context) *Namer {
	return &Namer{s, httpd.LocaleOf(ctx), map[string]string{}}
}

func (n *Namer) once(key string, find func() (string, error)) (string, error) {
	if name, ok := n.known[key]; ok {
		return name, nil
	}
	name, err := find()
	if errors.Is(err, db.ErrNoRows) || errors.Is(err, fault.NotFound()) {
		name, err = "", nil // deleted: the audit trail outlives its subjects
	}
	if err != nil {
		return "", fmt.Errorf("name of %s: %w", key, err)
	}
	n.known[key] = name
	return name, nil
}

// Person is a user's name; "" for an erased account.
func (n *Namer) Person(ctx context.Context, userID string) (string, error) {
	if userID == audit.System || userID == audit.Guest || userID == "" {
		return "", nil
	}
	return n.once("user:"+userID, func() (string, error) {
		u, err := account.Find(ctx, n.s.DB.Read(), userID)
		return u.Name, err
	})
}

// subject is the display name of a subject: an order's number, a person's name, a title; "" if there is none, and the
// screen shows the kind only.
func (n *Namer) subject(ctx context.Context, kind, subjectID string) (string, error) {
	switch kind {
	case "user":
		return n.Person(ctx, subjectID)
	case "setting", "content", "redirect", "message", "tai-sui", "layout", "month", "account-code":
		return subjectID, nil
	}
	find, known := subjectNames()[kind]
	if !known || subjectID == "" {
		return "", nil
	}
	return n.once(kind+":"+subjectID, func() (string, error) { return find(ctx, n, n.s.DB.Read(), subjectID) })
}

func (n *Namer) in(en, zh string) string { return locale.Text{EN: en, ZH: zh}.In(n.l) }

// subjectNames finds the display names by kind of subject.
func subjectNames() map[string]func(context.Context, *Namer, db.Reader, string) (string, error) {
	return map[string]func(context.Context, *Namer, db.Reader, string) (string, error){
		"invoice": func(ctx context.Context, _ *Namer, r db.Reader, id string) (string, error) {
			v, err := r.Invoice(ctx, id)
			return v.Number, err
		},
		"payment": func(ctx context.Context, n *Namer, r db.Reader, id string) (string, error) {
			p, err := r.Payment(ctx, id)
			if err != nil {
				return "", err
			}
			return n.subject(ctx, "invoice", p.InvoiceID)
		},
		"offering": func(ctx context.Context, n *Namer, r db.Reader, id string) (string, error) {
			o, err := r.OfferingByID(ctx, id)
			return n.in(o.TitleEn, o.TitleZh), err
		},
		"option": func(ctx context.Context, n *Namer, r db.Reader, id string) (string, error) {
			f, err := r.OfferingFacts(ctx, query.OfferingFactsParams{ID: id})
			return n.in(f.TitleEn, f.TitleZh) + " · " + n.in(f.OptionTitleEn, f.OptionTitleZh), err
		},
		"shift": func(ctx context.Context, n *Namer, r db.Reader, id string) (string, error) {
			s, err := r.Shift(ctx, id)
			if err != nil {
				return "", err
			}
			return n.Person(ctx, s.UserID)
		},
		"bank-statement": func(ctx context.Context, _ *Namer, r db.Reader, id string) (string, error) {
			s, err := r.BankStatement(ctx, id)
			return s.Name, err
		},
		"bank-line": lineName,
		"line":      lineName,
		"bank-rule": func(ctx context.Context, _ *Namer, r db.Reader, id string) (string, error) {
			rule, err := r.BankRule(ctx, id)
			return rule.Shown, err
		},
		"transfer": func(ctx context.Context, _ *Namer, r db.Reader, id string) (string, error) {
			t, err := r.Transfer(ctx, id)
			return t.Reference, err
		},
		"subscription": func(ctx context.Context, n *Namer, r db.Reader, id string) (string, error) {
			s, err := r.Subscription(ctx, id)
			if err != nil {
				return "", err
			}
			return n.subject(ctx, "offering", s.OfferingID)
		},
		"ceremony": func(ctx context.Context, n *Namer, r db.Reader, id string) (string, error) {
			c, err := r.CeremonyByID(ctx, id)
			return n.in(c.TitleEn, c.TitleZh), err
		},
		"hall": func(ctx context.Context, n *Namer, r db.Reader, key string) (string, error) {
			h, err := r.HallByKey(ctx, key)
			return n.in(h.TitleEn, h.TitleZh), err
		},
		"tower": func(ctx context.Context, n *Namer, r db.Reader, id string) (string, error) {
			t, err := r.Tower(ctx, id)
			return strings.TrimSpace(t.Code + " " + n.in(t.TitleEn, t.TitleZh)), err
		},
		"position": func(ctx context.Context, _ *Namer, r db.Reader, id string) (string, error) {
			p, err := r.Position(ctx, id)
			return p.Code, err
		},
		"run": func(ctx context.Context, _ *Namer, r db.Reader, id string) (string, error) {
			run, err := r.PrintRun(ctx, id)
			return fmt.Sprint(run.No), err
		},
		"record": func(ctx context.Context, n *Namer, r db.Reader, id string) (string, error) {
			rec, err := r.Record(ctx, id)
			if title := n.in(rec.TitleEn, rec.TitleZh); title != "" {
				return title, err
			}
			return rec.Key, err
		},
		"picture": func(ctx context.Context, _ *Namer, r db.Reader, id string) (string, error) {
			p, err := r.Picture(ctx, id)
			return p.Name, err
		},
		"import": func(ctx context.Context, _ *Namer, r db.Reader, id string) (string, error) {
			i, err := r.ImportByID(ctx, id)
			return i.Name, err
		},
		"entry": func(ctx context.Context, _ *Namer, r db.Reader, id string) (string, error) {
			e, err := r.ListEntry(ctx, id)
			return fmt.Sprint(e.No), err
		},
		"refund": func(ctx context.Context, n *Namer, r db.Reader, id string) (string, error) {
			g, err := r.RefundByID(ctx, id)
			if err != nil || g.InvoiceID == nil {
				return "", err
			}
			return n.subject(ctx, "invoice", *g.InvoiceID)
		},
	}
}

// lineName is a bank line's payer and amount.
func lineName(ctx context.Context, _ *Namer, r db.Reader, id string) (string, error) {
	l, err := r.BankLine(ctx, id)
	words := l.Payer
	if words == "" {
		words = l.Description
	}
	return strings.TrimSpace(words + " " + money.Format(l.Amount)), err
}

// idFields are fields whose value is an id, with the kind it refers to.
var idFields = map[string]string{
	"clerk": "user", "asked": "user", "who": "user", "invoice": "invoice", "invoices": "invoice", "payment": "payment",
	"option": "option", "entry": "entry", "refund": "refund", "hall": "hall", "line": "bank-line",
}

// values replaces ids in changes by names. The id of a deleted thing stays.
func (n *Namer) values(ctx context.Context, changes []Change) error {
	for i := range changes {
		kind, known := idFields[changes[i].Field]
		if !known {
			continue
		}
		for _, text := range []*string{&changes[i].Before, &changes[i].After} {
			parts := strings.Split(*text, ", ")
			for at, part := range parts {
				if !isID(part) && kind != "hall" || part == "" {
					continue
				}
				name, err := n.subject(ctx, kind, part)
				if err != nil {
					return err
				}
				if name != "" {
					parts[at] = name
				}
			}
			*text = strings.Join(slices.Compact(parts), ", ")
		}
	}
	return nil
}
