package payment

import (
	"context"

	"shanmen/internal/audit"
	"shanmen/internal/db"
	"shanmen/internal/fault"
)

// Attempt makes a decision in a transaction of its own. One that is refused because of what has become
// of the payment is in the audit trail as well, as action-refused with the code: who came second also
// wanted something.
func (s *Service) Attempt(ctx context.Context, paymentID, actorID, action string, do func(ctx context.Context, tx *db.Tx) (Decision, error)) (Decision, error) {
	d, err := db.WriteValue(ctx, s.DB, do)
	refused, ok := fault.Of(err)
	if !ok || refused.Kind != fault.KindInvalid || len(refused.Fields) > 0 {
		return d, err
	}
	e := s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		return audit.Record(ctx, tx, s.Clock.Now(), audit.Entry{
			ActorID: actorID, Action: action + "-refused", Subject: "payment:" + paymentID, After: map[string]any{"code": refused.Code},
		})
	})
	if e != nil {
		return Decision{}, e
	}
	return Decision{}, err
}
