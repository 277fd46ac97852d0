package invoice

import (
	"context"
	"fmt"

	"shanmen/internal/base/locale"
)

// Export returns every invoice of a member as in the API, each in its own language, oldest first; nil if there are
// none. Their documents are payment.Service.PrintInvoice and PrintReceipt.
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
