package trail

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"shanmen/internal/base/clock"
	"shanmen/internal/base/keyset"
	"shanmen/internal/platform/audit"
	"shanmen/internal/platform/lookup"
)

// mostFound limits how many people and orders one search term matches.
const mostFound = 10

// isID distinguishes a UUID from typed text.
func isID(text string) bool { return len(text) == 36 && strings.Count(text, "-") == 4 }

// auditPeople finds user ids for a search term: staff by part of the name, anybody by full number or address.
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

// auditAbout is an audit subject, limited to one time if at is not 0.
type auditAbout struct {
	subject string
	at      clock.Millis
}

// auditSubjects finds the subjects for a search term: a subject as stored, an order with its payments and bank lines,
// or a person.
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

// auditOrder lists an order's subjects: its payments, its bank lines, and the statement entries in which the program
// matched approved payments automatically; such an entry has the time of its lines.
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
