package imports

import (
	"context"
	"fmt"
	"time"

	"shanmen/internal/base/money"
	"shanmen/internal/platform/db"
	"shanmen/internal/sales/invoice"
)

// Kept is a person's imported data for their archive.
type Kept struct {
	People []KeptPerson        `json:"people"`
	Lamps  []KeptLamp          `json:"lamps"`
	Orders []invoice.PastOrder `json:"orders"`
}

// KeptPerson is a row of an imported member list.
type KeptPerson struct {
	ID          string    `json:"id"`
	Name        string    `json:"name"`
	ChineseName string    `json:"chineseName"`
	Mobile      string    `json:"mobile"`
	Phone       string    `json:"phone"`
	Email       string    `json:"email"`
	BirthDate   string    `json:"birthDate"`
	Address     string    `json:"address"`
	Remark      string    `json:"remark"`
	CreatedAt   time.Time `json:"createdAt"`
}

// KeptLamp is an imported lamp.
type KeptLamp struct {
	ID             string      `json:"id"`
	Name           string      `json:"name"`
	ChineseName    string      `json:"chineseName"`
	Mobile         string      `json:"mobile"`
	Phone          string      `json:"phone"`
	Title          string      `json:"title"`
	TitleZh        string      `json:"titleZh"`
	OptionTitle    string      `json:"optionTitle"`
	OptionTitleZh  string      `json:"optionTitleZh"`
	Place          string      `json:"place"`
	From           time.Time   `json:"from"`
	Until          time.Time   `json:"until"`
	Amount         money.Cents `json:"amount"`
	Remark         string      `json:"remark"`
	SubscriptionID string      `json:"subscriptionId"`
	CreatedAt      time.Time   `json:"createdAt"`
}

// Export returns a user's imported data; nil if there is none.
func (s *Service) Export(ctx context.Context, userID string) (any, error) {
	r := s.DB.Read()
	people, err := r.ImportedPeopleOfUser(ctx, &userID)
	if err != nil {
		return nil, fmt.Errorf("imported people: %w", err)
	}
	lamps, err := r.ImportedLampsOfUser(ctx, &userID)
	if err != nil {
		return nil, fmt.Errorf("imported lamps: %w", err)
	}
	orders, err := invoice.PastOrders(ctx, r, userID)
	if err != nil {
		return nil, err
	}
	if len(people)+len(lamps)+len(orders) == 0 {
		return nil, nil
	}
	out := Kept{People: []KeptPerson{}, Lamps: []KeptLamp{}, Orders: orders}
	for _, p := range people {
		out.People = append(out.People, KeptPerson{p.ID, p.Name, p.ChineseName, p.Mobile, p.Phone, p.Email, p.BirthDate, p.Address, p.Remark, p.CreatedAt.Time()})
	}
	for _, l := range lamps {
		out.Lamps = append(out.Lamps, KeptLamp{
			l.ID, l.Name, l.ChineseName, l.Mobile, l.Phone, l.TitleEn, l.TitleZh, l.OptionTitleEn, l.OptionTitleZh, l.Place, l.FromAt.Time(), l.UntilAt.Time(),
			l.Amount, l.Remark, l.SubscriptionID, l.CreatedAt.Time(),
		})
	}
	return out, nil
}

// Erase deletes a user's imported data. A lamp's position and titles stay with its subscription.
func (s *Service) Erase(ctx context.Context, tx *db.Tx, userID string) error {
	if err := tx.ImportedPeopleErase(ctx, &userID); err != nil {
		return fmt.Errorf("erase imported people: %w", err)
	}
	if err := tx.PastOrdersErase(ctx, &userID); err != nil {
		return fmt.Errorf("erase past orders: %w", err)
	}
	if err := tx.ImportedLampsErase(ctx, &userID); err != nil {
		return fmt.Errorf("erase imported lamps: %w", err)
	}
	return nil
}
