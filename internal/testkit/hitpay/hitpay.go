// Package hitpay is a payment provider for tests and browser tests: a server that speaks HitPay's documented protocol,
// takes payments when a test says so, and fails in every way that it is told to.
package hitpay

import (
	"bytes"
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"shanmen/internal/base/clock"
	"shanmen/internal/base/money"
)

// The key and salt that it accepts.
const (
	Key  = "test-key-0123456789"
	Salt = "test-salt-9876543210"
)

// Failure is how it answers until it is told otherwise.
type Failure string

// The failures. After Lost and LostRefund it has done what was asked.
const (
	None       Failure = ""
	Hangs      Failure = "hangs"       // it never answers
	Broken     Failure = "broken"      // 500
	Garbage    Failure = "garbage"     // 200 and no JSON
	Huge       Failure = "huge"        // 200 and megabytes
	Refuses    Failure = "refuses"     // 422
	Busy       Failure = "busy"        // 429
	Locked     Failure = "locked"      // 403: another key
	Lost       Failure = "lost"        // the answer to a change breaks off
	Unnamed    Failure = "unnamed"     // completed, without a payment
	OtherID    Failure = "other-id"    // about another request
	NoCode     Failure = "no-code"     // a request without a code
	BadPosts   Failure = "bad-posts"   // 500 to what would change something
	BadAmounts Failure = "bad-amounts" // amounts that are none
)

// Payment is a payment as the server stores it.
type Payment struct {
	ID, RequestID, Reference, Currency, Status string
	Amount, Fee, Refunded                      money.Cents
	At                                         time.Time
}

// Request is a request for a payment.
type Request struct {
	ID, Status, Reference, Webhook, QR string
	Amount                             money.Cents
	Expires                            time.Time
}

// Server is the stand-in.
type Server struct {
	*httptest.Server
	Clock clock.Clock
	Fee   func(money.Cents) money.Cents // of a payment; nil: none

	mu       sync.Mutex
	failure  Failure
	last     int
	requests map[string]*Request
	payments []*Payment
	asked    map[string]int
	gone     chan struct{}
}

// New starts a server; Close ends it.
func New(clk clock.Clock) *Server {
	s := &Server{Clock: clk, requests: map[string]*Request{}, asked: map[string]int{}, gone: make(chan struct{})}
	mux := http.NewServeMux()
	mux.HandleFunc("POST /v1/payment-requests", s.create)
	mux.HandleFunc("GET /v1/payment-requests/{id}", s.find)
	mux.HandleFunc("POST /v1/refund", s.refund)
	mux.HandleFunc("GET /v1/charges", s.charges)
	s.Server = httptest.NewServer(s.door(mux))
	return s
}

// Close releases those who wait for an answer, and ends the server.
func (s *Server) Close() {
	close(s.gone)
	s.Server.Close()
}

// Setting is PAYNOW_PROVIDER for this server.
func (s *Server) Setting() string {
	return "hitpay://" + Key + ":" + Salt + "@" + strings.TrimPrefix(s.URL, "http://") + "?tls=0"
}

// Fail makes every answer fail in this way.
func (s *Server) Fail(f Failure) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.failure = f
}

// Asked counts the questions of a kind: create, find, refund, charges.
func (s *Server) Asked(kind string) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.asked[kind]
}

// Requests are those made for a payment reference, oldest first.
func (s *Server) Requests(reference string) (out []Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, id := range slices.Sorted(maps.Keys(s.requests)) {
		if s.requests[id].Reference == reference {
			out = append(out, *s.requests[id])
		}
	}
	return out
}

// Payments are all payments, oldest first.
func (s *Server) Payments() (out []Payment) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, p := range s.payments {
		out = append(out, *p)
	}
	return out
}

// Pay takes the payment of a request, of its amount unless change says otherwise, and sends no webhook.
func (s *Server) Pay(requestID string, change ...func(*Payment)) Payment {
	s.mu.Lock()
	defer s.mu.Unlock()
	r := s.requests[requestID]
	p := &Payment{ID: s.id("pay"), RequestID: requestID, Currency: "sgd", Status: "succeeded", At: s.Clock.Now()}
	if r != nil {
		p.Amount, p.Reference, r.Status = r.Amount, r.Reference, "completed"
	}
	for _, c := range change {
		c(p)
	}
	if s.Fee != nil {
		p.Fee = s.Fee(p.Amount)
	}
	s.payments = append(s.payments, p)
	return *p
}

// Form is the webhook of a payment in the form format, signed.
func (s *Server) Form(p Payment) url.Values {
	form := url.Values{
		"payment_id": {p.ID}, "payment_request_id": {p.RequestID}, "phone": {""}, "amount": {money.Decimal(p.Amount)}, "currency": {strings.ToUpper(p.Currency)},
		"status": {"completed"}, "reference_number": {p.Reference},
	}
	Sign(form, Salt)
	return form
}

// Sign sets the hmac of a form.
func Sign(form url.Values, salt string) {
	form.Del("hmac")
	text := ""
	for _, name := range slices.Sorted(maps.Keys(form)) {
		text += name + form.Get(name)
	}
	form.Set("hmac", mac(text, salt))
}

// Event is the webhook of a payment in the JSON format, and its signature.
func (s *Server) Event(p Payment) (body, signature string) {
	b, _ := json.Marshal(map[string]any{"id": p.RequestID, "status": "completed", "amount": money.Decimal(p.Amount), "currency": p.Currency, "reference_number": p.Reference})
	return string(b), mac(string(b), Salt)
}

func mac(text, salt string) string {
	m := hmac.New(sha256.New, []byte(salt))
	m.Write([]byte(text))
	return hex.EncodeToString(m.Sum(nil))
}

// Post sends the form webhook of a payment to an address and returns the status of the answer.
func (s *Server) Post(ctx context.Context, to string, p Payment) (int, error) {
	return post(ctx, to, "application/x-www-form-urlencoded", s.Form(p).Encode(), nil)
}

// PostEvent sends the JSON webhook of a payment to an address and returns the status of the answer.
func (s *Server) PostEvent(ctx context.Context, to string, p Payment) (int, error) {
	body, signature := s.Event(p)
	return post(ctx, to, "application/json", body, http.Header{"Hitpay-Signature": {signature}, "Hitpay-Event-Type": {"completed"}, "Hitpay-Event-Object": {"payment_request"}})
}

func post(ctx context.Context, to, mime, body string, header http.Header) (int, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, to, bytes.NewReader([]byte(body)))
	if err != nil {
		return 0, err
	}
	maps.Copy(req.Header, header)
	req.Header.Set("Content-Type", mime)
	req.Header.Set("User-Agent", "HitPay v2.0")
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		return 0, err
	}
	return res.StatusCode, res.Body.Close()
}

func (s *Server) id(kind string) string {
	s.last++
	return fmt.Sprintf("%s-%08d-4443-95a2-b68b3a1eef2f", kind, s.last)
}

// door counts questions, checks the key and fails.
func (s *Server) door(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s.mu.Lock()
		failure, kind := s.failure, map[string]string{"/v1/payment-requests": "create", "/v1/refund": "refund", "/v1/charges": "charges"}[r.URL.Path]
		if kind == "" {
			kind = "find"
		}
		s.asked[kind]++
		s.mu.Unlock()
		w.Header().Set("Content-Type", "application/json")
		switch failure {
		case Hangs:
			select {
			case <-s.gone:
			case <-r.Context().Done():
			}
			return
		case Broken:
			say(w, http.StatusInternalServerError, map[string]any{"message": "Server Error"})
			return
		case Garbage:
			_, _ = w.Write([]byte("<html>maintenance</html>"))
			return
		case Huge:
			for range 4096 {
				_, _ = w.Write(bytes.Repeat([]byte(" "), 1024))
			}
			return
		case Refuses:
			say(w, http.StatusUnprocessableEntity, map[string]any{"message": "The given data was invalid."})
			return
		case Busy:
			say(w, http.StatusTooManyRequests, map[string]any{"message": "Too Many Attempts."})
			return
		case BadPosts:
			if r.Method == http.MethodPost {
				say(w, http.StatusBadGateway, map[string]any{"message": "Bad Gateway"})
				return
			}
		case Lost:
			if r.Method == http.MethodPost {
				next.ServeHTTP(discard{http.Header{}}, r)
				panic(http.ErrAbortHandler)
			}
		}
		if failure == Locked || r.Header.Get("X-BUSINESS-API-KEY") != Key {
			say(w, http.StatusForbidden, map[string]any{"message": "Invalid business api key"})
			return
		}
		next.ServeHTTP(w, r)
	})
}

type discard struct{ header http.Header }

func (d discard) Header() http.Header       { return d.header }
func (discard) Write(b []byte) (int, error) { return len(b), nil }
func (discard) WriteHeader(int)             {}

func say(w http.ResponseWriter, status int, body any) {
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(body)
}

func (s *Server) create(w http.ResponseWriter, r *http.Request) {
	amount, err := money.ParseDecimal(r.PostFormValue("amount"))
	expires, bad := time.ParseInLocation(time.DateTime, r.PostFormValue("expiry_date"), clock.Singapore)
	if err != nil || bad != nil || amount < 30 || r.PostFormValue("currency") != "SGD" || r.PostFormValue("payment_methods[]") != "paynow_online" || r.PostFormValue("generate_qr") != "true" {
		say(w, http.StatusUnprocessableEntity, map[string]any{"message": "The given data was invalid."})
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	made := &Request{ID: s.id("req"), Status: "pending", Reference: r.PostFormValue("reference_number"), Webhook: r.PostFormValue("webhook"), Amount: amount, Expires: expires}
	made.QR = "00020101021226380009SG.PAYNOW010120210T08HP0001L0301252040000530370254" + fmt.Sprintf("%02d", len(money.Decimal(amount))) + money.Decimal(amount) + "5802SG62140110" + made.Reference + made.ID
	s.requests[made.ID] = made
	answer := map[string]any{
		"id": made.ID, "amount": money.Decimal(amount), "currency": "sgd", "status": "pending", "reference_number": made.Reference, "webhook": made.Webhook,
		"payment_methods": []string{"paynow_online"}, "qr_code_data": map[string]any{"qr_code": made.QR, "qr_code_expiry": nil},
	}
	if s.failure == NoCode {
		answer["qr_code_data"] = nil
	}
	say(w, http.StatusCreated, answer)
}

func (s *Server) find(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	found := s.requests[r.PathValue("id")]
	if found == nil {
		say(w, http.StatusNotFound, map[string]any{"message": "No query results for model [App\\Business\\PaymentRequest] " + r.PathValue("id")})
		return
	}
	answer := map[string]any{"id": found.ID, "amount": money.Decimal(found.Amount), "currency": "sgd", "status": found.Status, "reference_number": found.Reference}
	payments := []map[string]any{}
	for _, p := range s.payments {
		if p.RequestID != found.ID {
			continue
		}
		row := map[string]any{
			"id": p.ID, "quantity": 1, "status": p.Status, "currency": p.Currency, "amount": money.Decimal(p.Amount), "refunded_amount": money.Decimal(p.Refunded),
			"payment_type": "paynow_online", "fees": money.Decimal(p.Fee), "created_at": p.At.In(clock.Singapore).Format("2006-01-02T15:04:05"),
		}
		if s.failure == BadAmounts {
			row["amount"] = "88.888"
		}
		payments = append(payments, row)
	}
	answer["payments"] = payments
	switch s.failure {
	case Unnamed:
		answer["status"], answer["payments"] = "completed", nil
	case OtherID:
		answer["id"] = "another"
	}
	say(w, http.StatusOK, answer)
}

func (s *Server) refund(w http.ResponseWriter, r *http.Request) {
	var in struct {
		PaymentID string      `json:"payment_id"`
		Amount    json.Number `json:"amount"`
	}
	err := json.NewDecoder(r.Body).Decode(&in)
	amount, bad := money.ParseDecimal(in.Amount.String())
	s.mu.Lock()
	defer s.mu.Unlock()
	i := slices.IndexFunc(s.payments, func(p *Payment) bool { return p.ID == in.PaymentID })
	switch {
	case err != nil || bad != nil || i < 0:
		say(w, http.StatusUnprocessableEntity, map[string]any{"message": "The selected payment id is invalid."})
		return
	case amount <= 0 || amount > s.payments[i].Amount-s.payments[i].Refunded:
		say(w, http.StatusUnprocessableEntity, map[string]any{"message": "The amount may not be greater than what is left of the payment."})
		return
	}
	p := s.payments[i]
	p.Refunded += amount
	p.Status = "partially_refunded"
	if p.Refunded == p.Amount {
		p.Status = "refunded"
	}
	say(w, http.StatusOK, map[string]any{
		"id": s.id("ref"), "payment_id": p.ID, "amount_refunded": json.Number(money.Decimal(amount)), "total_amount": json.Number(money.Decimal(p.Amount)),
		"currency": "sgd", "status": "succeeded", "payment_method": "paynow_online",
	})
}

// pageOf is how many charges a page has here, so that tests need few for a second page.
const pageOf = 3

func (s *Server) charges(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	from, to, at := r.FormValue("date_from"), r.FormValue("date_to"), 0
	if c := r.FormValue("cursor"); c != "" {
		at, _ = strconv.Atoi(c)
	}
	data, next := []map[string]any{}, ""
	for i, p := range s.payments[min(at, len(s.payments)):] {
		if day := p.At.In(clock.Singapore).Format("2006-01-02"); day < from || day > to {
			continue
		}
		if len(data) == pageOf {
			next = strconv.Itoa(at + i)
			break
		}
		row := map[string]any{
			"id": p.ID, "currency": p.Currency, "amount": json.Number(money.Decimal(p.Amount)), "fixed_fee": json.Number(money.Decimal(p.Fee)), "discount_fee": 0, "status": p.Status,
			"payment_request_id": p.RequestID, "order_reference_number": p.Reference, "created_at": p.At.In(clock.Singapore).Format(time.RFC3339),
		}
		if p.RequestID == "" {
			row["payment_request_id"], row["order_reference_number"] = nil, nil
		}
		data = append(data, row)
	}
	say(w, http.StatusOK, map[string]any{"data": data, "meta": map[string]any{"per_page": pageOf, "next_cursor": next}})
}
