package cart

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"shanmen/internal/base/clock"
	"shanmen/internal/base/locale"
	"shanmen/internal/base/money"
	"shanmen/internal/offer/form"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
	"shanmen/internal/platform/picture"
)

// View is the cart as the API answers it. Method, pictures, hold, declaration and unclaimed transfer are included, so
// that checkout can continue on any device.
type View struct {
	ID               string      `json:"id" doc:"Empty when there is no cart (pages only)"`
	Currency         string      `json:"currency" enum:"SGD"`
	SubTotal         money.Cents `json:"subTotal" doc:"Cents; what paying costs now, or as held"`
	PaymentReference string      `json:"paymentReference" doc:"10 characters; the same in QR, print, mail and on the invoice"`
	ExpiresAt        time.Time   `json:"expiresAt" doc:"30 days from the last change"`
	Items            []ItemView  `json:"items"`

	Method              money.Method `json:"method,omitempty" doc:"As chosen at checkout: 1 cash, 2001 PayNow"`
	UploadID            string       `json:"uploadId,omitempty" doc:"Id of the pictures uploaded so far, to be used as fileId for paying"`
	Files               []FileView   `json:"files,omitempty"`
	DeclaredAmount      *money.Cents `json:"declaredAmount,omitempty" doc:"Cents"`
	TransactionDateTime *time.Time   `json:"transactionDateTime,omitempty"`
	Hold                *HoldView    `json:"hold,omitempty" doc:"Only while it lives"`
	QRShown             *money.Cents `json:"qrShown,omitempty" doc:"Cents of the last QR code that was shown; its hold may be over"`
	Unclaimed           *Transfer    `json:"unclaimed,omitempty" doc:"A transfer that met a changed cart: do not transfer again"`
	Said

	Received *Received     `json:"received,omitempty" doc:"The order that this session placed within the last day (the page of an empty cart only)"`
	Kept     *KeptTransfer `json:"kept,omitempty" doc:"Picture of a transfer for an earlier cart that the office has not decided about yet (only on the page of an empty cart)"`
}

// KeptTransfer is a transfer for a cart that has ended.
type KeptTransfer struct {
	PaymentReference string    `json:"paymentReference"`
	SentAt           time.Time `json:"sentAt"`
}

// Received is the order that an empty cart has just become.
type Received struct {
	ID     string `json:"id"`
	Number string `json:"number"`
}

// ItemView is one item of the cart.
type ItemView struct {
	ID          string          `json:"id"`
	OfferingID  string          `json:"offeringId"`
	OfferingKey string          `json:"offeringKey"`
	OptionID    string          `json:"optionId"`
	OptionKey   string          `json:"optionKey"`
	Title       string          `json:"title"`
	OptionTitle string          `json:"optionTitle"`
	Art         string          `json:"art"`
	Photo       *picture.Photo  `json:"photo,omitempty" doc:"Photograph shown instead of the drawn picture"`
	Quantity    int64           `json:"quantity"`
	UnitPrice   money.Cents     `json:"unitPrice" doc:"Cents for one, now or as held"`
	Amount      money.Cents     `json:"amount" doc:"Cents: unitPrice × quantity"`
	OpenAmount  bool            `json:"openAmount,omitempty" doc:"The visitor chose the unit price"`
	Term        string          `json:"term,omitempty" enum:"monthly,yearly" doc:"Absent: one-time"`
	FormKey     string          `json:"formKey,omitempty"`
	FormVersion int64           `json:"formVersion,omitempty"`
	Form        json.RawMessage `json:"form,omitempty" doc:"The values, keyed by field"`
	Places      []PlaceWished   `json:"places,omitempty" doc:"The chosen positions"`
	Sheet       *form.Sheet     `json:"sheet,omitempty" doc:"The form's values for display: the people it is for, and all other answers"`
	State       string          `json:"state" enum:"ok,changed,unavailable"`
	Reason      string          `json:"reason,omitempty" enum:"withdrawn,not-open,closed,sold-out,term,quantity,amount,place,form" doc:"Why it is unavailable"`
	PriceBefore *money.Cents    `json:"priceBefore,omitempty" doc:"Cents; for a changed item, the price shown before"`
}

// PlaceWished is a chosen position. It is not reserved before the QR code or the order.
type PlaceWished struct {
	ID     string   `json:"id"`
	Code   string   `json:"code" doc:"A-12-07"`
	Free   bool     `json:"free"`
	Nearby []string `json:"nearby,omitempty" doc:"If the position was taken meanwhile: codes of the nearest free ones"`
}

// FileView is one picture of an upload.
type FileView struct {
	ID     string `json:"id"`
	Name   string `json:"name"`
	Size   int64  `json:"size" doc:"Size in bytes as uploaded"`
	MIME   string `json:"mime" doc:"MIME type as uploaded; the stored file is a JPEG"`
	Width  int64  `json:"width"`
	Height int64  `json:"height"`
	URL    string `json:"url" doc:"URL of the stored picture, for its owner only"`
}

// HoldView is the QR code, and until when prices and stock are held.
type HoldView struct {
	Reference   string      `json:"reference"`
	Amount      money.Cents `json:"amount" doc:"Cents"`
	Payload     string      `json:"payload" doc:"The text of the QR code"`
	ImageURL    string      `json:"imageUrl" doc:"PNG, for its owner only"`
	HeldUntil   time.Time   `json:"heldUntil"`
	QRExpiresAt time.Time   `json:"qrExpiresAt" doc:"15 minutes before heldUntil"`
}

// Transfer is a transfer declared by a member.
type Transfer struct {
	Amount              money.Cents  `json:"amount" doc:"Amount of the QR code that was shown, in cents"`
	DeclaredAmount      *money.Cents `json:"declaredAmount,omitempty"`
	TransactionDateTime *time.Time   `json:"transactionDateTime,omitempty"`
}

// NoCart is the View of a visitor without a cart.
func NoCart() *View { return &View{Currency: money.Currency, Items: []ItemView{}} }

// ViewOf is a cart with its items compared with the current catalogue.
func ViewOf(ctx context.Context, r db.Reader, c Cart, l locale.Locale, now time.Time) (*View, error) {
	hold, err := FindHold(ctx, r, c.ID)
	if err != nil {
		return nil, err
	}
	lines, err := Lines(ctx, r, c.ID, hold, now)
	if err != nil {
		return nil, err
	}
	v := &View{
		ID: c.ID, Currency: money.Currency, SubTotal: Total(lines), PaymentReference: c.PaymentReference,
		ExpiresAt: expiry(c), Items: make([]ItemView, 0, len(lines)),
		Method: c.Method, DeclaredAmount: c.DeclaredAmount, Said: saidSoFar(c), TransactionDateTime: clock.MomentOf(c.DeclaredAt), QRShown: c.QrShownTotal,
	}
	sheets := form.NewReader(r)
	for _, line := range lines {
		item := line.view(l)
		if item.Photo, err = picture.Find(ctx, r, l, line.Picture); err != nil {
			return nil, err
		}
		if item.Sheet, err = sheets.Sheet(ctx, line.FormKey, line.FormVersion, line.Form); err != nil {
			return nil, err
		}
		v.Items = append(v.Items, item)
	}
	if hold.Live(now) {
		v.Hold = hold.View(c.PaymentReference)
	}
	if c.UserID == nil {
		return v, nil // the rest is for members only
	}
	if c.UploadID != "" {
		files, err := r.CartFiles(ctx, query.CartFilesParams{ID: c.UploadID, UserID: *c.UserID})
		if err != nil {
			return nil, fmt.Errorf("cart pictures: %w", err)
		}
		for _, f := range files {
			v.Files = append(v.Files, FileOf(f))
			v.UploadID = c.UploadID
		}
	}
	t, err := r.TransferOfCart(ctx, c.ID)
	if err == nil {
		v.Unclaimed = &Transfer{t.Amount, t.DeclaredAmount, clock.MomentOf(t.TransactionAt)}
	} else if !errors.Is(err, db.ErrNoRows) {
		return nil, fmt.Errorf("unclaimed transfer: %w", err)
	}
	return v, nil
}

func (l Line) view(in locale.Locale) ItemView {
	v := ItemView{
		ID: l.ID, OfferingID: l.OfferingID, OfferingKey: l.OfferingKey, OptionID: l.OptionID, OptionKey: l.OptionKey,
		Title: l.Title.In(in), OptionTitle: l.OptionTitle.In(in), Art: l.Art,
		Quantity: l.Quantity, UnitPrice: l.Price, Amount: l.Amount(), OpenAmount: l.CartLinesRow.Price == nil,
		Term: l.Term, FormKey: l.FormKey, FormVersion: l.FormVersion, State: l.State, Reason: l.Reason,
	}
	for _, w := range l.Wished {
		v.Places = append(v.Places, PlaceWished{w.ID, w.Code, w.Free, w.Near})
	}
	if l.Form != "" {
		v.Form = json.RawMessage(l.Form)
	}
	if l.State == StateChanged {
		if v.PriceBefore = l.PriceBefore; v.PriceBefore == nil {
			v.PriceBefore = &l.UnitPrice
		}
	}
	return v
}

// View is the hold with the cart's reference.
func (h *Hold) View(reference string) *HoldView {
	return &HoldView{
		Reference: reference, Amount: h.Total, Payload: h.QrPayload,
		ImageURL:  "/api/payment/pay-now/qr/" + h.ImageToken + ".png",
		HeldUntil: h.ExpiresAt.Time(), QRExpiresAt: h.QrExpiresAt.Time(),
	}
}

// FileOf is a stored picture as the API shows it.
func FileOf(m query.UploadImage) FileView {
	return FileView{m.ID, m.Name, m.Size, m.Mime, m.Width, m.Height, "/api/upload/receipt/" + m.ID}
}
