package invoice

import (
	"context"
	"fmt"
	"time"

	"shanmen/internal/base/money"
	"shanmen/internal/platform/db"
)

// PastOrder is an imported order from before this site.
type PastOrder struct {
	ID        string      `json:"id"`
	Number    string      `json:"number" doc:"Number in the imported list"`
	Day       time.Time   `json:"day" doc:"Day, as midnight in Singapore"`
	Name      string      `json:"name"`
	Mobile    string      `json:"mobile"`
	Phone     string      `json:"phone"`
	Item      string      `json:"item"`
	Amount    money.Cents `json:"amount" doc:"Cents"`
	Remark    string      `json:"remark"`
	CreatedAt time.Time   `json:"createdAt"`
}

// PastOrders lists a user's imported orders, newest first.
func PastOrders(ctx context.Context, r db.Reader, userID string) ([]PastOrder, error) {
	rows, err := r.PastOrdersOfUser(ctx, &userID)
	if err != nil {
		return nil, fmt.Errorf("past orders: %w", err)
	}
	out := make([]PastOrder, 0, len(rows))
	for _, o := range rows {
		out = append(out, PastOrder{o.ID, o.Number, o.DayAt.Time(), o.Name, o.Mobile, o.Phone, o.Item, o.Amount, o.Remark, o.CreatedAt.Time()})
	}
	return out, nil
}
