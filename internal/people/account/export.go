package account

import (
	"context"
	"fmt"
	"time"
)

// Kept is an account in its owner's archive. Hashes of password, cookies and codes are not included.
type Kept struct {
	ID               string     `json:"id"`
	Name             string     `json:"name"`
	ChineseName      string     `json:"chineseName"`
	Called           string     `json:"called,omitempty"`
	Reading          string     `json:"reading,omitempty"` // pronunciation of the Chinese name
	Mobile           string     `json:"mobile"`
	MobileVerified   bool       `json:"mobileVerified"`
	Email            string     `json:"email"`
	EmailConfirmed   bool       `json:"emailConfirmed"`
	Locale           string     `json:"locale"`
	Status           string     `json:"status"`
	ClosesAt         *time.Time `json:"closesAt"`
	Reminders        string     `json:"reminders"`
	News             bool       `json:"news"`
	TextSize         int64      `json:"textSize"`
	AcceptedPolicies string     `json:"acceptedPolicies"`
	AcceptedAt       *time.Time `json:"acceptedAt"`
	CreatedAt        time.Time  `json:"createdAt"`
	UpdatedAt        time.Time  `json:"updatedAt"`
	Roles            []string   `json:"roles,omitempty"`
}

// Export returns a user's account.
func (s *Service) Export(ctx context.Context, userID string) (any, error) {
	row, err := s.DB.Read().Account(ctx, userID)
	if err != nil {
		return nil, fmt.Errorf("account: %w", err)
	}
	u := row.User
	return Kept{
		ID: u.ID, Name: u.Name, ChineseName: u.ChineseName, Called: u.Called, Reading: u.Reading, Mobile: u.Mobile, MobileVerified: u.MobileVerified,
		Email: u.Email, EmailConfirmed: u.EmailConfirmed, Locale: u.Locale, Status: u.Status, ClosesAt: u.ClosesAt.Moment(),
		Reminders: u.Reminders, News: u.News, TextSize: u.TextSize, AcceptedPolicies: u.AcceptedPolicies, AcceptedAt: u.AcceptedAt.Moment(),
		CreatedAt: u.CreatedAt.Time(), UpdatedAt: u.UpdatedAt.Time(), Roles: SplitRoles(row.Roles),
	}, nil
}

// ExportConsents returns a user's consents.
func (s *Service) ExportConsents(ctx context.Context, userID string) (any, error) {
	return Consents(ctx, s.DB.Read(), userID)
}

// KeptSession is where and how a user is logged in.
type KeptSession struct {
	ID         string    `json:"id"`
	Remember   bool      `json:"remember"`
	CreatedAt  time.Time `json:"createdAt"`
	LastUsedAt time.Time `json:"lastUsedAt"`
	ExpiresAt  time.Time `json:"expiresAt"`
	Browser    string    `json:"browser"`
	Address    string    `json:"address"`
}

// ExportSessions returns a user's sessions.
func (s *Service) ExportSessions(ctx context.Context, userID string) (any, error) {
	rows, err := s.DB.Read().KeptSessions(ctx, &userID)
	if err != nil {
		return nil, fmt.Errorf("sessions: %w", err)
	}
	out := make([]KeptSession, 0, len(rows))
	for _, r := range rows {
		out = append(out, KeptSession{
			r.ID, r.Remember, r.CreatedAt.Time(), r.LastUsedAt.Time(), r.ExpiresAt.Time(), r.UserAgent, r.Ip,
		})
	}
	return out, nil
}

// KeptPasskey is a passkey without its key.
type KeptPasskey struct {
	ID         string     `json:"id"`
	Name       string     `json:"name"`
	Transports string     `json:"transports"`
	Device     string     `json:"device"` // AAGUID of its model
	BackedUp   bool       `json:"backedUp"`
	CreatedAt  time.Time  `json:"createdAt"`
	LastUsedAt *time.Time `json:"lastUsedAt"`
}

// ExportPasskeys returns a user's passkeys; nil if there are none.
func (s *Service) ExportPasskeys(ctx context.Context, userID string) (any, error) {
	rows, err := s.DB.Read().KeptPasskeys(ctx, userID)
	if err != nil || len(rows) == 0 {
		return nil, err
	}
	out := make([]KeptPasskey, 0, len(rows))
	for _, r := range rows {
		out = append(out, KeptPasskey{r.ID, r.Name, r.Transports, r.Aaguid, r.BackedUp, r.CreatedAt.Time(), r.LastUsedAt.Moment()})
	}
	return out, nil
}
