package payrequest

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/netip"
	"strconv"
	"time"

	"shanmen/internal/base/clock"
	"shanmen/internal/base/fault"
	"shanmen/internal/base/id"
	"shanmen/internal/base/money"
	"shanmen/internal/base/paynow"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
	"shanmen/internal/platform/httpd"
	"shanmen/internal/sales/invoice"
	"shanmen/internal/sales/provider"
)

// qrScale is the pixels per module in the saved picture, the same as in the temple's own code.
const qrScale = 10

// PayCodeIn names one's own order.
type PayCodeIn struct {
	Body struct {
		InvoiceID string `json:"invoiceId" maxLength:"64"`
	}
}

// PayCode is what the page of an unpaid order shows.
type PayCode struct {
	Status string        `json:"status" enum:"awaiting-payment,under-verification,paid,rejected,expired,cancelled,refunded" doc:"Of the order"`
	Shown  *PayCodeShown `json:"shown,omitempty" doc:"Absent when the provider cannot be reached: the order's own PayNow code and its screenshot work as always"`
}

// PayCodeShown is a code whose payment is confirmed by the provider.
type PayCodeShown struct {
	ID        string      `json:"id" doc:"To ask for its state"`
	ImageURL  string      `json:"imageUrl" doc:"PNG of the QR code"`
	Amount    money.Cents `json:"amount" doc:"Cents"`
	Reference string      `json:"reference"`
	ExpiresAt time.Time   `json:"expiresAt" doc:"After this it is no longer shown"`
}

// Code returns the provider's code for one's own unpaid order. There is one at a time: another tab, or another call, gets
// the same. The provider is asked before the transaction and for makeWithin at most; when it does not answer, the order
// stands and is paid as without it. fault.NotFound for another's order; "paynow-not-confirmed" without a provider.
func (s *Service) Code(ctx context.Context, in *PayCodeIn) (*PayCode, error) {
	if s.provider == nil {
		return nil, fault.Invalid("paynow-not-confirmed")
	}
	r, now := s.DB.Read(), s.Clock.Now()
	found, err := invoice.Own(ctx, r, httpd.VisitorOf(ctx).UserID, in.Body.InvoiceID)
	if err != nil {
		return nil, err
	}
	v, err := invoice.Load(ctx, r, found)
	if err != nil {
		return nil, err
	}
	out := &PayCode{Status: v.Status}
	expires, worth := codeEnds(v.Invoice, now)
	if !v.Payable(now) || !worth {
		return out, nil
	}
	row, err := r.PayRequestOpen(ctx, v.ID)
	if err != nil && !errors.Is(err, db.ErrNoRows) {
		return nil, fmt.Errorf("code of an order: %w", err)
	}
	if err == nil && shows(row, v.Due(), now) {
		out.Shown = s.shown(row, v.PaymentReference)
		return out, nil
	}
	if more, err := s.mayAskForCode(ctx, now); err != nil || !more {
		return out, err
	}
	made, err := s.create(ctx, provider.Ask{
		Amount: v.Due(), Reference: v.PaymentReference, Webhook: s.webhook(), Expires: expires,
	})
	if err != nil {
		s.Log.Warn("the payment provider made no code: the temple's own is shown", "error", err)
		s.counts.add(&s.counts.Failed)
		return out, nil
	}
	s.counts.add(&s.counts.Made)
	row, err = s.keep(ctx, v, made, expires)
	if err != nil {
		return nil, err
	}
	if row.ID != "" {
		out.Shown = s.shown(row, v.PaymentReference)
	}
	return out, nil
}

// mayAskForCode counts a member's questions for codes. A code is kept, but what the provider refuses is asked for again with
// every visit of the page.
func (s *Service) mayAskForCode(ctx context.Context, now time.Time) (bool, error) {
	wait, err := db.WriteValue(ctx, s.DB, func(ctx context.Context, tx *db.Tx) (int, error) {
		return httpd.CountHit(ctx, tx, now, "pay-code "+httpd.VisitorOf(ctx).UserID, codesAnHour, time.Hour)
	})
	if err != nil {
		return false, fmt.Errorf("codes of a member: %w", err)
	}
	return wait == 0, nil
}

func (s *Service) create(ctx context.Context, a provider.Ask) (made provider.Request, err error) {
	err = httpd.Aside(ctx, func() error {
		made, err = ask(ctx, s, makeWithin, func(ctx context.Context) (provider.Request, error) { return s.provider.Create(ctx, a) })
		return err
	})
	return made, err
}

// webhook is the address for webhooks; "" on a developer's machine, where none arrives.
func (s *Service) webhook() string {
	host := s.Base.Hostname()
	if ip, err := netip.ParseAddr(host); host == "localhost" || err == nil && ip.IsLoopback() {
		return ""
	}
	return s.Base.JoinPath(WebhookPath).String()
}

// keep stores a code that the provider made, unless the order has changed since, or another tab's code was stored first:
// then that one is returned. Nobody sees the code that is dropped, so nobody pays it.
func (s *Service) keep(ctx context.Context, of invoice.Invoice, made provider.Request, expires time.Time) (query.PayRequest, error) {
	return db.WriteValue(ctx, s.DB, func(ctx context.Context, tx *db.Tx) (query.PayRequest, error) {
		now := s.Clock.Now()
		v, err := invoice.Lock(ctx, tx, of.ID)
		if err != nil {
			return query.PayRequest{}, err
		}
		locked := invoice.Invoice{Invoice: v}
		if !locked.Payable(now) || locked.Due() != of.Due() {
			return query.PayRequest{}, nil
		}
		row, err := tx.PayRequestOpen(ctx, v.ID)
		switch {
		case err == nil && shows(row, locked.Due(), now):
			return row, nil
		case err != nil && !errors.Is(err, db.ErrNoRows):
			return query.PayRequest{}, err
		}
		if err := tx.PayRequestPast(ctx, v.ID); err != nil {
			return query.PayRequest{}, err
		}
		row = query.PayRequest{
			ID: id.New(), Provider: s.provider.Name(), RequestID: made.ID, InvoiceID: v.ID, Amount: locked.Due(), Qr: made.QR,
			CreatedAt: clock.MillisOf(now), ExpiresAt: clock.MillisOf(expires), State: Open, LookAt: clock.MillisOf(now.Add(firstLook)),
		}
		err = tx.PayRequestAdd(ctx, query.PayRequestAddParams{
			ID: row.ID, Provider: row.Provider, RequestID: row.RequestID, InvoiceID: row.InvoiceID, Amount: row.Amount, Qr: row.Qr,
			CreatedAt: row.CreatedAt, ExpiresAt: row.ExpiresAt, State: row.State, LookAt: row.LookAt,
		})
		if err != nil {
			return query.PayRequest{}, fmt.Errorf("code of an order: %w", err)
		}
		return row, nil
	})
}

// codeEnds is when a code for an order ends: with the order, if that is sooner. worth is false if that is too soon.
func codeEnds(v query.Invoice, now time.Time) (at time.Time, worth bool) {
	at = now.Add(codeFor)
	if v.ExpiresAt > 0 && v.ExpiresAt.Time().Before(at) {
		at = v.ExpiresAt.Time()
	}
	return at, at.Sub(now) >= leastFor
}

// shows returns whether the code of a request can still be shown for what is due.
func shows(row query.PayRequest, due money.Cents, now time.Time) bool {
	return row.State == Open && row.Amount == due && now.Add(leastFor/2).Before(row.ExpiresAt.Time())
}

func (s *Service) shown(row query.PayRequest, reference string) *PayCodeShown {
	return &PayCodeShown{ID: row.ID, ImageURL: "/api/payment/pay-now/code/" + row.ID + "/image", Amount: row.Amount, Reference: reference, ExpiresAt: row.ExpiresAt.Time()}
}

// Image draws the QR code of one's own request while it is shown. It has its own address, so that a long press saves the
// picture.
func (s *Service) Image(w http.ResponseWriter, r *http.Request) error {
	userID := httpd.VisitorOf(r.Context()).UserID
	row, err := s.DB.Read().PayRequestOfUser(r.Context(), query.PayRequestOfUserParams{ID: r.PathValue("image"), UserID: &userID})
	if err == nil && (row.State != Open || clock.MillisOf(s.Clock.Now()) >= row.ExpiresAt) {
		err = db.ErrNoRows
	}
	if err != nil {
		return db.NotFound(err)
	}
	png, err := paynow.PNG(row.Qr, qrScale)
	if err != nil {
		return err
	}
	head := w.Header()
	head.Set("Content-Type", "image/png")
	head.Set("Content-Length", strconv.Itoa(len(png)))
	head.Set("Content-Disposition", `inline; filename="paynow.png"`)
	head.Set("Cache-Control", "private, no-store")
	_, _ = w.Write(png)
	return nil
}

// PayCodeState is what a page that shows a code asks every two seconds.
type PayCodeState struct {
	Status string `json:"status" enum:"awaiting-payment,under-verification,paid,rejected,expired,cancelled,refunded" doc:"Of the order"`
	State  string `json:"state" enum:"open,past,paid,over" doc:"Of the code; past and over: it is no longer shown"`
}

// State returns whether the code of one's own order was paid. It asks the provider if nobody has lately.
func (s *Service) State(ctx context.Context, in *httpd.ByID) (*PayCodeState, error) {
	r, userID := s.DB.Read(), httpd.VisitorOf(ctx).UserID
	row, err := r.PayRequestOfUser(ctx, query.PayRequestOfUserParams{ID: in.ID, UserID: &userID})
	if err != nil {
		return nil, db.NotFound(err)
	}
	if s.due(row) {
		if err := s.look(ctx, row); err != nil && !errors.Is(err, errAsked) {
			s.Log.Warn("the payment provider cannot be asked", "error", err)
		}
		if row, err = r.PayRequest(ctx, row.ID); err != nil {
			return nil, fmt.Errorf("state of a code: %w", err)
		}
	}
	v, err := r.Invoice(ctx, row.InvoiceID)
	if err != nil {
		return nil, fmt.Errorf("order of a code: %w", err)
	}
	if row.State == Open && clock.MillisOf(s.Clock.Now()) >= row.ExpiresAt { // a phone's clock may be wrong, so the page asks
		row.State = Past
	}
	return &PayCodeState{Status: v.Status, State: row.State}, nil
}
