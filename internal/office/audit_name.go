package office

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"shanmen/internal/account"
	"shanmen/internal/audit"
	"shanmen/internal/clock"
	"shanmen/internal/db"
	"shanmen/internal/db/query"
	"shanmen/internal/fault"
	"shanmen/internal/httpd"
	"shanmen/internal/keyset"
	"shanmen/internal/locale"
	"shanmen/internal/lookup"
)

// mostFound bounds how many people and orders one search of the trail stands for.
const mostFound = 10

// isID tells a UUID from what people type.
func isID(text string) bool { return len(text) == 36 && strings.Count(text, "-") == 4 }

// auditPeople are the ids of whom somebody may mean: one of the office by a part of the name, anybody by
// the whole number or address.
func (s *Service) auditPeople(ctx context.Context, text string) ([]string, error) {
	text = strings.TrimSpace(text)
	if text == audit.System || text == audit.Guest || isID(text) {
		return []string{text}, nil
	}
	var out []string
	u, found, err := s.Accounts.FindByLogin(ctx, text)
	if err != nil {
		return nil, err
	}
	if found {
		out = append(out, u.ID)
	}
	staff, err := s.Staff.List(ctx, nil)
	if err != nil {
		return nil, err
	}
	word := strings.ToLower(text)
	for _, m := range staff.Staff {
		if has := strings.ToLower(m.Name + " " + m.ChineseName + " " + m.Email); word != "" && strings.Contains(has, word) && !slices.Contains(out, m.ID) {
			out = append(out, m.ID)
		}
	}
	return out[:min(len(out), mostFound)], nil
}

// auditAbout is a subject of the trail, at one moment where at is not 0.
type auditAbout struct {
	subject string
	at      clock.Millis
}

// auditSubjects are the subjects that somebody may mean: one as the trail names it, an order with its
// payments and its money in the bank, or a person.
func (s *Service) auditSubjects(ctx context.Context, text string) ([]auditAbout, error) {
	text = strings.TrimSpace(text)
	if kind, rest, ok := strings.Cut(text, ":"); ok && kind == "invoice" && rest != "" {
		return s.auditOrder(ctx, rest)
	} else if ok && kind != "" && rest != "" {
		return []auditAbout{{subject: text}}, nil
	}
	people, err := s.auditPeople(ctx, text)
	if err != nil {
		return nil, err
	}
	var out []auditAbout
	for _, p := range people {
		out = append(out, auditAbout{subject: "user:" + p})
	}
	r := s.DB.Read()
	search, _, err := lookup.For(ctx, r, lookup.Invoice, text)
	if err != nil {
		return nil, err
	}
	orders, err := search.Newest(ctx, r, keyset.Key{}, mostFound)
	if err != nil {
		return nil, err
	}
	for _, o := range orders {
		about, err := s.auditOrder(ctx, o.ID)
		if err != nil {
			return nil, err
		}
		out = append(out, about...)
	}
	return out, nil
}

// auditOrder is an order with its payments, the lines of the bank's that are its money, and the entries of
// statements in which the program saw approved payments by itself: such an entry has the time of its lines.
func (s *Service) auditOrder(ctx context.Context, invoiceID string) ([]auditAbout, error) {
	r := s.DB.Read()
	out := []auditAbout{{subject: "invoice:" + invoiceID}}
	attempts, err := r.InvoicePayments(ctx, invoiceID)
	if err != nil {
		return nil, fmt.Errorf("payments: %w", err)
	}
	for _, p := range attempts {
		out = append(out, auditAbout{subject: "payment:" + p.ID})
	}
	lines, err := r.BankLinesOfInvoice(ctx, invoiceID)
	if err != nil {
		return nil, fmt.Errorf("lines of the bank: %w", err)
	}
	for _, l := range lines {
		out = append(out, auditAbout{subject: "bank-line:" + l.ID})
		statement := auditAbout{"bank-statement:" + l.StatementID, l.DecidedAt}
		if l.State == "seen" && l.DecidedAt > 0 && !slices.Contains(out, statement) {
			out = append(out, statement)
		}
	}
	return out, nil
}

// namer finds names and titles, each once for a list.
type namer struct {
	s     *Service
	l     locale.Locale
	known map[string]string
}

func (s *Service) namer(ctx context.Context) *namer {
	return &namer{s, httpd.LocaleOf(ctx), map[string]string{}}
}

func (n *namer) once(key string, find func() (string, error)) (string, error) {
	if name, ok := n.known[key]; ok {
		return name, nil
	}
	name, err := find()
	if errors.Is(err, db.ErrNoRows) || errors.Is(err, fault.NotFound()) {
		err = nil // gone since: the trail outlasts what it tells of
	}
	if err != nil {
		return "", fmt.Errorf("name of %s: %w", key, err)
	}
	n.known[key] = name
	return name, nil
}

// person is the name of a user; that of an erased account is gone.
func (n *namer) person(ctx context.Context, userID string) (string, error) {
	if userID == audit.System || userID == audit.Guest || userID == "" {
		return "", nil
	}
	return n.once("user:"+userID, func() (string, error) {
		u, err := account.Find(ctx, n.s.DB.Read(), userID)
		return u.Name, err
	})
}

// subject is what people call a subject: an order's number, a person's name, a title. "" where it has
// no such thing; the screen then shows its kind alone.
func (n *namer) subject(ctx context.Context, kind, subjectID string) (string, error) {
	r := n.s.DB.Read()
	switch kind {
	case "user":
		return n.person(ctx, subjectID)
	case "setting", "content", "redirect", "message", "tai-sui":
		return subjectID, nil
	case "invoice":
		return n.once(kind+":"+subjectID, func() (string, error) {
			v, err := r.Invoice(ctx, subjectID)
			return v.Number, err
		})
	case "payment":
		return n.once(kind+":"+subjectID, func() (string, error) {
			p, err := r.Payment(ctx, subjectID)
			if err != nil {
				return "", err
			}
			return n.subject(ctx, "invoice", p.InvoiceID)
		})
	case "offering":
		return n.once(kind+":"+subjectID, func() (string, error) {
			o, err := r.OfferingByID(ctx, subjectID)
			return locale.Text{EN: o.TitleEn, ZH: o.TitleZh}.In(n.l), err
		})
	case "option":
		return n.once(kind+":"+subjectID, func() (string, error) {
			f, err := r.OfferingFacts(ctx, query.OfferingFactsParams{ID: subjectID})
			if err != nil {
				return "", err
			}
			return locale.Text{EN: f.TitleEn, ZH: f.TitleZh}.In(n.l) + " · " + locale.Text{EN: f.OptionTitleEn, ZH: f.OptionTitleZh}.In(n.l), nil
		})
	}
	return "", nil
}
