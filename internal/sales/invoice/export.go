package invoice

import (
	"context"
	"fmt"

	"shanmen/internal/base/locale"
)

// Export gives every invoice of a member as the API shows it, each in its own language, oldest first;
// nil when there is none. Its papers are payment.Service.PrintInvoice and PrintReceipt.
func (s *Service) Export(ctx context.Context, userID string) (any, error) {
	r := s.DB.Read()
	rows, err := r.InvoicesOfUser(ctx, &userID)
	if err != nil {
		return nil, fmt.Errorf("export invoices: %w", err)
	}
	if len(rows) == 0 {
		return nil, nil
	}
	out := make([]*View, 0, len(rows))
	for _, row := range rows {
		v, err := ViewOf(ctx, r, row.ID, locale.Locale(row.Locale))
		if err != nil {
			return nil, fmt.Errorf("export invoices: %w", err)
		}
		out = append(out, v)
	}
	return out, nil
}
