package provider

import (
	"bytes"
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"shanmen/internal/base/clock"
	"shanmen/internal/base/money"
)

// HitPay: https://docs.hitpayapp.com/apis. Its sandbox is api.sandbox.hit-pay.com.
const (
	hitPayName = "hitpay"

	hitPayTime  = "2006-01-02 15:04:05" // of expiry_date, in Singapore
	hitPayLocal = "2006-01-02T15:04:05" // of answers without a zone, in Singapore
	hitPayDay   = "2006-01-02"

	mostAnswer = 1 << 20 // bytes of an answer; a page of a hundred charges has a fifth of it
	mostQR     = 1000    // characters; a PayNow code has about 120
	mostPages  = 200
)

type hitPay struct {
	base, key string
	salt      []byte
	client    *http.Client
}

func newHitPay(u *url.URL, salt string) *hitPay {
	scheme := "https"
	if u.Query().Get("tls") == "0" {
		scheme = "http"
	}
	return &hitPay{
		base: scheme + "://" + u.Host + strings.TrimSuffix(u.EscapedPath(), "/") + "/v1", key: u.User.Username(), salt: []byte(salt),
		client: &http.Client{
			Timeout: 20 * time.Second,
			// The key only goes to the configured server, so redirects are not followed.
			CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		},
	}
}

func (h *hitPay) Name() string { return hitPayName }

func (h *hitPay) Create(ctx context.Context, ask Ask) (Request, error) {
	form := url.Values{
		"amount": {money.Decimal(ask.Amount)}, "currency": {money.Currency}, "payment_methods[]": {"paynow_online"}, "generate_qr": {"true"},
		"reference_number": {ask.Reference}, "expiry_date": {ask.Expires.In(clock.Singapore).Format(hitPayTime)},
		"send_email": {"false"}, "send_sms": {"false"}, // the temple writes to its devotees
	}
	if ask.Webhook != "" {
		form.Set("webhook", ask.Webhook)
	}
	var answer struct {
		ID string `json:"id"`
		QR struct {
			Code string `json:"qr_code"`
		} `json:"qr_code_data"`
	}
	err := h.ask(ctx, http.MethodPost, "/payment-requests", "application/x-www-form-urlencoded", form.Encode(), &answer)
	if err != nil {
		return Request{}, err
	}
	if !plainID(answer.ID) || answer.QR.Code == "" || len(answer.QR.Code) > mostQR {
		return Request{}, errors.New("the provider answered something else than a code")
	}
	return Request{ID: answer.ID, QR: answer.QR.Code}, nil
}

func (h *hitPay) Find(ctx context.Context, requestID string) ([]Payment, error) {
	if !plainID(requestID) {
		return nil, ErrUnknown
	}
	var answer struct {
		ID       string          `json:"id"`
		Status   string          `json:"status"`
		Payments []hitPayPayment `json:"payments"`
	}
	if err := h.ask(ctx, http.MethodGet, "/payment-requests/"+requestID, "", "", &answer); err != nil {
		return nil, err
	}
	if answer.ID != requestID {
		return nil, errors.New("the provider answered about another request")
	}
	var out []Payment
	for _, p := range answer.Payments {
		if !p.came() {
			continue
		}
		got, err := p.payment()
		if err != nil {
			return nil, err
		}
		out = append(out, got)
	}
	if answer.Status == "completed" && len(out) == 0 {
		return nil, errors.New("the provider calls a request completed and names no payment")
	}
	return out, nil
}

// hitPayPayment is a payment of a request.
type hitPayPayment struct {
	ID       string `json:"id"`
	Status   string `json:"status"`
	Amount   cents  `json:"amount"`
	Currency string `json:"currency"`
	Refunded *cents `json:"refunded_amount"`
	Fees     any    `json:"fees"`
	At       string `json:"created_at"`
}

// came returns whether the money came in, even if it went back later.
func (p hitPayPayment) came() bool { return hitPayCame(p.Status) }

func hitPayCame(status string) bool {
	return slices.Contains([]string{"succeeded", "succeeded_manually", "refunded", "partially_refunded"}, status)
}

func (p hitPayPayment) payment() (Payment, error) {
	if !plainID(p.ID) || p.Amount <= 0 || len(p.Currency) != 3 {
		return Payment{}, errors.New("the provider answered something else than a payment")
	}
	out := Payment{ID: p.ID, Amount: money.Cents(p.Amount), Currency: strings.ToUpper(p.Currency), Fee: feeOf(p.Fees), At: hitPayAt(p.At)}
	if p.Refunded != nil {
		out.Refunded = money.Cents(*p.Refunded)
	}
	return out, nil
}

func (h *hitPay) Refund(ctx context.Context, paymentID string, amount money.Cents) (Refund, error) {
	body, err := json.Marshal(map[string]any{"payment_id": paymentID, "amount": json.Number(money.Decimal(amount)), "send_email": "false"})
	if err != nil {
		return Refund{}, err
	}
	var answer struct {
		ID        string `json:"id"`
		PaymentID string `json:"payment_id"`
		Status    string `json:"status"`
		Amount    cents  `json:"amount_refunded"`
	}
	if err := h.ask(ctx, http.MethodPost, "/refund", "application/json", string(body), &answer); err != nil {
		return Refund{}, err
	}
	switch {
	case answer.ID == "" || answer.PaymentID != paymentID || money.Cents(answer.Amount) != amount:
		return Refund{}, errors.New("the provider answered something else than the refund")
	case answer.Status == "failed":
		return Refund{}, ErrRefused{Status: http.StatusOK, Says: "status " + answer.Status}
	}
	return Refund{ID: short(answer.ID, 64), Status: short(answer.Status, 64)}, nil
}

// Webhook accepts both formats: a form with its hmac, sent to the address of a request, and JSON with a signature in the
// header, sent to the address that HitPay's dashboard names.
func (h *hitPay) Webhook(header http.Header, body []byte) (string, error) {
	if signature := header.Get("Hitpay-Signature"); signature != "" {
		return h.signedJSON(header.Get("Hitpay-Event-Object"), signature, body)
	}
	form, err := url.ParseQuery(string(body))
	if err != nil {
		return "", ErrForged
	}
	var signed strings.Builder
	for _, name := range slices.Sorted(maps.Keys(form)) {
		if len(form[name]) != 1 {
			return "", ErrForged
		}
		if name != "hmac" {
			signed.WriteString(name + form.Get(name))
		}
	}
	if !h.isSigned([]byte(signed.String()), form.Get("hmac")) {
		return "", ErrForged
	}
	return known(form.Get("payment_request_id")), nil
}

func (h *hitPay) signedJSON(object, signature string, body []byte) (string, error) {
	if !h.isSigned(body, signature) {
		return "", ErrForged
	}
	var event struct {
		ID        string `json:"id"`
		RequestID string `json:"payment_request_id"`
	}
	if err := json.Unmarshal(body, &event); err != nil {
		return "", nil // signed, and about something that is no object
	}
	if object == "payment_request" {
		return known(event.ID), nil
	}
	return known(event.RequestID), nil
}

func (h *hitPay) isSigned(text []byte, signature string) bool {
	mac := hmac.New(sha256.New, h.salt)
	mac.Write(text)
	got, err := hex.DecodeString(signature)
	return err == nil && hmac.Equal(got, mac.Sum(nil))
}

// List implements Lister.
func (h *hitPay) List(ctx context.Context, from, to time.Time, each func(Listed) error) error {
	ask := url.Values{"per_page": {"100"}, "date_from": {from.In(clock.Singapore).Format(hitPayDay)}, "date_to": {to.In(clock.Singapore).Format(hitPayDay)}}
	for range mostPages {
		var page struct {
			Data []struct {
				hitPayPayment
				FixedFee  any     `json:"fixed_fee"`
				RateFee   any     `json:"discount_fee"`
				RequestID *string `json:"payment_request_id"`
				Reference *string `json:"order_reference_number"`
			} `json:"data"`
			Meta struct {
				Next string `json:"next_cursor"`
			} `json:"meta"`
		}
		if err := h.ask(ctx, http.MethodGet, "/charges?"+ask.Encode(), "", "", &page); err != nil {
			return err
		}
		for _, c := range page.Data {
			if !c.came() {
				continue
			}
			p, err := c.payment()
			if err != nil {
				return err
			}
			p.Fee = feeOf(c.FixedFee) + feeOf(c.RateFee)
			l := Listed{Payment: p}
			if c.RequestID != nil {
				l.RequestID = known(*c.RequestID)
			}
			if c.Reference != nil {
				l.Reference = short(*c.Reference, 64)
			}
			if err := each(l); err != nil {
				return err
			}
		}
		if page.Meta.Next == "" {
			return nil
		}
		ask.Set("cursor", page.Meta.Next)
	}
	return fmt.Errorf("the provider lists more than %d pages", mostPages)
}

// ask sends a request and decodes the answer. Neither the key nor what the provider says about its inside is in an
// error.
func (h *hitPay) ask(ctx context.Context, method, path, mime, body string, answer any) error {
	req, err := http.NewRequestWithContext(ctx, method, h.base+path, strings.NewReader(body))
	if err != nil {
		return errors.New("the provider cannot be asked")
	}
	req.Header.Set("X-BUSINESS-API-KEY", h.key)
	req.Header.Set("X-Requested-With", "XMLHttpRequest")
	req.Header.Set("Accept", "application/json")
	if mime != "" {
		req.Header.Set("Content-Type", mime)
	}
	res, err := h.client.Do(req)
	if err != nil {
		return errors.New("the provider did not answer")
	}
	defer res.Body.Close()
	raw, err := io.ReadAll(io.LimitReader(res.Body, mostAnswer+1))
	switch {
	case err != nil:
		return errors.New("the provider's answer broke off")
	case len(raw) > mostAnswer:
		return errors.New("the provider's answer is too long")
	case res.StatusCode == http.StatusNotFound:
		return ErrUnknown
	case res.StatusCode == http.StatusRequestTimeout, res.StatusCode == http.StatusTooManyRequests, res.StatusCode >= 500, res.StatusCode < 200, res.StatusCode/100 == 3:
		return fmt.Errorf("the provider answered %d", res.StatusCode)
	case res.StatusCode >= 400:
		var said struct {
			Message string `json:"message"`
		}
		_ = json.Unmarshal(raw, &said)
		return ErrRefused{Status: res.StatusCode, Says: short(said.Message, 300)}
	}
	if err := json.NewDecoder(bytes.NewReader(raw)).Decode(answer); err != nil {
		return errors.New("the provider's answer cannot be read")
	}
	return nil
}

// cents reads an amount as HitPay writes it, a decimal as text or as a number, without rounding.
type cents money.Cents

func (c *cents) UnmarshalJSON(raw []byte) error {
	v, err := money.ParseDecimal(strings.Trim(string(raw), `"`))
	*c = cents(v)
	return err
}

// feeOf reads a fee, which is for the books alone: one that cannot be read exactly is not known.
func feeOf(v any) money.Cents {
	text, ok := v.(string)
	if f, is := v.(float64); is {
		b, err := json.Marshal(f)
		text, ok = string(b), err == nil
	}
	if !ok {
		return 0
	}
	fee, err := money.ParseDecimal(text)
	if err != nil || fee < 0 {
		return 0
	}
	return fee
}

func hitPayAt(text string) time.Time {
	if t, err := time.Parse(time.RFC3339, text); err == nil {
		return t
	}
	t, err := time.ParseInLocation(hitPayLocal, text, clock.Singapore)
	if err != nil {
		return time.Time{}
	}
	return t
}

// plainID returns whether an id may stand in an address.
func plainID(id string) bool {
	return id != "" && len(id) <= 64 && !strings.ContainsFunc(id, func(r rune) bool {
		return !(r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r == '-' || r == '_')
	})
}

func known(id string) string {
	if !plainID(id) {
		return ""
	}
	return id
}

func short(text string, most int) string {
	if r := []rune(text); len(r) > most {
		return string(r[:most])
	}
	return text
}
