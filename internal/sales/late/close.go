package late

import (
	"context"

	"shanmen/internal/base/clock"
	"shanmen/internal/base/fault"
	"shanmen/internal/people/account"
	"shanmen/internal/platform/audit"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
	"shanmen/internal/sales/bankline"
)

// lockTransfer locks and reads a declared transfer. A decided one is refused: "already-decided", with who and when.
func (s *Service) lockTransfer(ctx context.Context, tx *db.Tx, transferID string) (query.UnclaimedTransfer, error) {
	t, err := tx.TransferLock(ctx, transferID)
	if err != nil {
		return t, db.NotFound(err)
	}
	if t.ResolvedAt > 0 {
		return t, s.decidedBy(ctx, tx, t.ResolvedBy, t.ResolvedAt)
	}
	return t, nil
}

// lockLine is lockTransfer for a bank line that pays for nothing open.
func (s *Service) lockLine(ctx context.Context, tx *db.Tx, lineID string) (query.BankLine, error) {
	l, err := bankline.Lock(ctx, tx, lineID)
	switch {
	case err != nil:
		return l, err
	case l.State == bankline.Resolved || l.State == bankline.Matched || l.State == bankline.Ignored:
		return l, s.decidedBy(ctx, tx, l.DecidedBy, l.DecidedAt)
	case l.State != bankline.Open || l.Late == "":
		return l, fault.NotFound()
	}
	return l, nil
}

func (s *Service) decidedBy(ctx context.Context, tx *db.Tx, userID string, at clock.Millis) error {
	who, err := account.NameOf(ctx, tx.Queries, userID)
	if err != nil {
		return err
	}
	return fault.Invalid("already-decided").With("who", who).With("when", at.Time().In(clock.Singapore).Format("15:04"))
}

// closeTransfer stores the decision about a locked transfer; invoiceID is the resulting order.
func (s *Service) closeTransfer(ctx context.Context, tx *db.Tx, t query.UnclaimedTransfer, as, invoiceID, actorID string) error {
	err := tx.TransferClose(ctx, query.TransferCloseParams{
		ResolvedAt: clock.MillisOf(s.Clock.Now()), Resolution: as, ResolvedBy: actorID, InvoiceID: invoiceID, ID: t.ID,
	})
	if err != nil {
		return err
	}
	return audit.Note(ctx, tx, "transfer."+as, "transfer:"+t.ID,
		map[string]any{"amount": t.Amount, "declared": t.DeclaredAmount}, map[string]any{"decision": as, "invoice": invoiceID})
}

// closeLine stores the decision about a locked line.
func (s *Service) closeLine(ctx context.Context, tx *db.Tx, l query.BankLine, as, invoiceID, actorID string) error {
	err := bankline.Decide(ctx, tx, query.BankLineDecideParams{
		State: bankline.Resolved, Reason: as, DecidedBy: actorID, DecidedAt: clock.MillisOf(s.Clock.Now()), ID: l.ID,
	})
	if err != nil {
		return err
	}
	return audit.Note(ctx, tx, "bank-line."+as, "bank-line:"+l.ID,
		map[string]any{"late": l.Late, "amount": l.Amount}, map[string]any{"decision": as, "invoice": invoiceID})
}
