package bank

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"shanmen/internal/base/clock"
	"shanmen/internal/base/fault"
	"shanmen/internal/base/money"
	"shanmen/internal/platform/audit"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
	"shanmen/internal/platform/httpd"
	"shanmen/internal/sales/bankline"
	"shanmen/internal/sales/invoice"
	"shanmen/internal/sales/payment"
)

// IgnoreReasons are the codes why a line needs no order (bank.ignore-<code>).
var IgnoreReasons = []string{reasonSame, "not-ours", "own-transfer", reasonInterest, reasonFee, reasonDonation, reasonPayout, "elsewhere", "other"}

// reasonSame is for a line that another statement contains in other words.
const reasonSame = "same-line"

// reasonDonation creates an order and a receipt for the line: all donations have one.
const reasonDonation = "donation"

type matchIn struct {
	ID   string `path:"id"`
	Body struct {
		Parts  []partIn    `json:"parts" minItems:"1" maxItems:"20" doc:"Parts to book on orders, which must add up to the line's amount"`
		Waive  money.Cents `json:"waive,omitempty" minimum:"0" maximum:"200" doc:"Cents missing on a single order that are waived"`
		Reason string      `json:"reason,omitempty" maxLength:"200" doc:"Reason for the missing amount; stored with the payment"`
	}
}

type partIn struct {
	InvoiceID string      `json:"invoiceId"`
	Amount    money.Cents `json:"amount" minimum:"1" doc:"Cents"`
}

// MatchLine matches a line to orders by hand, and settles them. An order whose transfer was approved before is only
// linked. Refusals: "line-decided", "line-currency", "parts-differ", and those of a settlement.
func (s *Service) MatchLine(ctx context.Context, in *matchIn) (*Line, error) {
	return s.changeLine(ctx, in.ID, func(ctx context.Context, tx *db.Tx, l query.BankLine, actorID string) error {
		var sum money.Cents
		var chosen []string
		for _, p := range in.Body.Parts {
			sum += p.Amount
			if slices.Contains(chosen, p.InvoiceID) {
				return fault.Invalid("parts-differ")
			}
			chosen = append(chosen, p.InvoiceID)
		}
		switch {
		case l.State != bankline.Open:
			return fault.Invalid("line-decided")
		case l.Currency != "":
			return fault.Invalid("line-currency")
		case sum != l.Amount:
			return fault.Invalid("parts-differ")
		}
		if err := s.mayWaive(ctx, tx, in.Body.Waive, in.Body.Reason, len(in.Body.Parts)); err != nil {
			return err
		}
		if err := tx.BankMatchesForget(ctx, l.ID); err != nil {
			return err
		}
		for i, p := range in.Body.Parts {
			of := part{invoiceID: p.InvoiceID, amount: p.Amount, position: int64(i), waive: in.Body.Waive, reason: strings.TrimSpace(in.Body.Reason)}
			if err := s.matchPart(ctx, tx, l, of, actorID); err != nil {
				return err
			}
		}
		return noteLine(ctx, tx, "bank.match", l, map[string]any{"invoices": chosen, "amount": l.Amount})
	})
}

type part struct {
	invoiceID string
	amount    money.Cents
	position  int64
	waive     money.Cents // waived part of the order
	reason    string
}

// matchPart matches a part of a line to an order: it links an approved transfer of exactly this amount, otherwise it
// books the part as a payment.
func (s *Service) matchPart(ctx context.Context, tx *db.Tx, l query.BankLine, p part, actorID string) error {
	if _, err := invoice.Lock(ctx, tx, p.invoiceID); err != nil {
		return err
	}
	// A part approved by its picture may leave the order waiting for the rest: its money is not booked twice.
	if tied, err := s.markSeenOne(ctx, tx, l, p.invoiceID, p.amount, actorID, p.position, s.Clock.Now()); tied || err != nil {
		return err
	}
	did, err := s.Payments.BookFromBank(ctx, tx, payment.Arrived{InvoiceID: p.invoiceID, Amount: p.amount, At: l.BookedAt.Time(), ActorID: actorID, Waive: p.waive, Reason: p.reason})
	if err != nil {
		return err
	}
	m := query.BankMatchAddParams{LineID: l.ID, InvoiceID: p.invoiceID, Position: p.position, State: bankline.Settled, Amount: p.amount, PaymentID: did.PaymentID, Was: did.Was, Made: did.Made}
	if err := tx.BankMatchAdd(ctx, m); err != nil {
		return err
	}
	return s.matched(ctx, tx, l, actorID, s.Clock.Now())
}

type ignoreIn struct {
	ID   string `path:"id"`
	Body struct {
		Reason string `json:"reason" doc:"A code of bank.ignore-*"`
		Note   string `json:"note,omitempty" doc:"Note for the office"`
		Rule   bool   `json:"rule,omitempty" doc:"Create a rule: every line with this text is the same kind (interest, fee or donation)"`
	}
}

// IgnoreLine marks a line as not for an order, with a reason. A donation gets its own order and receipt.
func (s *Service) IgnoreLine(ctx context.Context, in *ignoreIn) (*Line, error) {
	note := strings.TrimSpace(in.Body.Note)
	if !slices.Contains(IgnoreReasons, in.Body.Reason) {
		return nil, fault.At("reason", "not-a-choice")
	}
	if utf8.RuneCountInString(note) > 200 {
		return nil, fault.At("note", "too-long")
	}
	return s.changeLine(ctx, in.ID, func(ctx context.Context, tx *db.Tx, l query.BankLine, actorID string) error {
		if l.State != bankline.Open && (l.State != bankline.Debit || in.Body.Reason == reasonDonation) {
			return fault.Invalid("line-decided")
		}
		if in.Body.Rule {
			if err := s.makeRule(ctx, tx, l, in.Body.Reason, actorID); err != nil {
				return err
			}
		}
		return s.nameLine(ctx, tx, l, in.Body.Reason, note, actorID)
	})
}

// nameLine stores why a line needs no order. A gift gets an order and a receipt, as for late money.
func (s *Service) nameLine(ctx context.Context, tx *db.Tx, l query.BankLine, reason, note, actorID string) error {
	if reason == reasonDonation {
		return s.Late.DonateLine(ctx, tx, l, actorID)
	}
	if reason == reasonPayout {
		return s.settlePayout(ctx, tx, l, note, actorID)
	}
	return s.decideName(ctx, tx, l, reason, note, actorID)
}

func (s *Service) decideName(ctx context.Context, tx *db.Tx, l query.BankLine, reason, note, actorID string) error {
	n, err := tx.BankLineDecide(ctx, query.BankLineDecideParams{
		State: bankline.Ignored, Reason: reason, Note: note, DecidedBy: actorID, DecidedAt: clock.MillisOf(s.Clock.Now()), ID: l.ID, Was: l.State,
	})
	if err == nil && n == 0 {
		err = fault.Invalid("line-decided")
	}
	if err != nil {
		return err
	}
	return noteLine(ctx, tx, "bank.ignore", l, map[string]any{"reason": reason, "amount": l.Amount})
}

type lineIn struct {
	ID string `path:"id"`
}

// UndoLine undoes the decision about a line: its payment is undone, or the linked payment becomes unseen. If something
// else depends on it: "undo-overtaken".
func (s *Service) UndoLine(ctx context.Context, in *lineIn) (*Line, error) {
	return s.changeLine(ctx, in.ID, func(ctx context.Context, tx *db.Tx, l query.BankLine, actorID string) error {
		if l.State != bankline.Matched && l.State != bankline.Ignored {
			return fault.Invalid("line-not-decided")
		}
		if l.PairID != "" {
			return s.unpair(ctx, tx, l, actorID)
		}
		if l.Amount < 0 {
			if _, err := tx.BankLineDecide(ctx, query.BankLineDecideParams{State: bankline.Debit, Reason: whyUndone, ID: l.ID, Was: l.State}); err != nil {
				return err
			}
			return noteLine(ctx, tx, "bank.undo-line", l, map[string]any{"amount": l.Amount})
		}
		if err := unsettle(ctx, tx, l.ID); err != nil {
			return err
		}
		matches, err := tx.BankMatchesOf(ctx, l.ID)
		if err != nil {
			return err
		}
		if err := s.openAgain(ctx, tx, l, actorID); err != nil {
			return err
		}
		if _, err := tx.BankLineDecide(ctx, query.BankLineDecideParams{State: bankline.Open, Reason: whyUndone, ID: l.ID, Was: bankline.Open}); err != nil {
			return err
		}
		class := Likely
		if len(matches) == 0 {
			class = l.Class
		}
		why := strings.Fields(l.Why)
		if !slices.Contains(why, whyUndone) {
			why = append(why, whyUndone)
		}
		err = tx.BankLineClass(ctx, query.BankLineClassParams{Class: class, Why: strings.Join(why, " "), Late: l.Late, LateID: l.LateID, ID: l.ID})
		if err != nil {
			return err
		}
		return noteLine(ctx, tx, "bank.undo-line", l, map[string]any{"amount": l.Amount})
	})
}

// takeBack undoes and deletes one match.
func (s *Service) takeBack(ctx context.Context, tx *db.Tx, m query.BankMatch, actorID string) error {
	switch m.State {
	case bankline.Settled:
		p, err := tx.Payment(ctx, m.PaymentID)
		if err != nil {
			return fmt.Errorf("payment of a line: %w", err)
		}
		if p.Status != payment.Approved || p.Received == nil || *p.Received != m.Amount { // it was decided again, possibly with another amount
			break
		}
		did := payment.Settled{PaymentID: m.PaymentID, Was: m.Was, Made: m.Made}
		if err := s.Payments.TakeBack(ctx, tx, m.PaymentID, actorID, did); err != nil {
			return err
		}
	case bankline.Seen:
		if err := tx.BankPaymentSeen(ctx, query.BankPaymentSeenParams{Unseen: m.Was == bankline.WasUnseen, ID: m.PaymentID}); err != nil {
			return err
		}
	}
	return tx.BankMatchForget(ctx, query.BankMatchForgetParams{LineID: m.LineID, InvoiceID: m.InvoiceID})
}

// changeLine changes one line of a statement without a running job, once per Idempotency-Key.
func (s *Service) changeLine(ctx context.Context, lineID string, do func(ctx context.Context, tx *db.Tx, l query.BankLine, actorID string) error) (*Line, error) {
	actor := httpd.VisitorOf(ctx).UserID
	_, err := httpd.WriteOnce(ctx, s.DB, func(ctx context.Context, tx *db.Tx) (*struct{}, error) {
		l, err := bankline.Lock(ctx, tx, lineID)
		if err != nil {
			return nil, err
		}
		st, err := tx.BankStatement(ctx, l.StatementID)
		if err != nil {
			return nil, err
		}
		if st.State != Ready {
			return nil, fault.Invalid("statement-busy")
		}
		return nil, do(ctx, tx, l, actor)
	})
	if err != nil {
		return nil, err
	}
	l, err := s.DB.Read().BankLine(ctx, lineID)
	if err != nil {
		return nil, err
	}
	return s.view(ctx, l)
}

// noteLine writes an audit entry without the bank's text, which may contain names.
func noteLine(ctx context.Context, tx *db.Tx, action string, l query.BankLine, after map[string]any) error {
	return audit.Note(ctx, tx, action, "bank-line:"+l.ID, map[string]any{"state": l.State}, after)
}
