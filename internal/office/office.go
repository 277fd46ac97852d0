package office

import (
	"context"
	"log/slog"
	"net/url"

	"shanmen/internal/base/clock"
	"shanmen/internal/base/locale"
	"shanmen/internal/offer/content"
	"shanmen/internal/offer/family"
	"shanmen/internal/offer/form"
	"shanmen/internal/offer/offering"
	"shanmen/internal/office/claim"
	"shanmen/internal/office/contact"
	"shanmen/internal/office/export"
	"shanmen/internal/office/letters"
	"shanmen/internal/office/today"
	"shanmen/internal/office/trail"
	"shanmen/internal/people/account"
	"shanmen/internal/people/account/staff"
	"shanmen/internal/people/member"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/media"
	"shanmen/internal/sales/bank"
	"shanmen/internal/sales/checkout"
	"shanmen/internal/sales/late"
	"shanmen/internal/sales/payment"
)

// Service answers the office's calls.
type Service struct {
	Letters   *letters.Service
	Trail     *trail.Service
	Contact   *contact.Service
	Claims    *claim.Service
	Tables    *export.Service
	DB        *db.DB
	Clock     clock.Clock
	Files     media.Store
	Log       *slog.Logger
	Payments  *payment.Service
	Late      *late.Service
	Bank      *bank.Service
	Accounts  *account.Service
	Staff     *staff.Service
	Checkout  *checkout.Service
	Offerings *offering.Service
	Family    *family.Service
	Members   *member.Service
	Forms     *form.Service
	Messages  *locale.Messages
	Wording   *content.Wording
	Base      *url.URL // of the site, for links that are shown
	// Machine looks at what is behind the temple.
	Machine func(ctx context.Context) ([]today.MachinePart, error)
}
