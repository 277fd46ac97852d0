package provider_test

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"shanmen/internal/base/clock"
	"shanmen/internal/base/money"
	"shanmen/internal/sales/provider"
	"shanmen/internal/testkit/hitpay"
)

func standIn(t *testing.T) (*hitpay.Server, provider.Provider) {
	t.Helper()
	s := hitpay.New(clock.NewFake(time.Date(2026, 11, 21, 4, 0, 0, 0, time.UTC)))
	t.Cleanup(s.Close)
	p, err := provider.New(s.Setting())
	if err != nil {
		t.Fatal(err)
	}
	return s, p
}

func ask(s *hitpay.Server) provider.Ask {
	return provider.Ask{Amount: 8800, Reference: "TM26K7Q4X9", Webhook: "https://temple.example/hook", Expires: s.Clock.Now().Add(time.Hour)}
}

func TestASettingOfAProviderIsRead(t *testing.T) {
	t.Parallel()
	for raw, ok := range map[string]bool{
		provider.Example: true, "hitpay://key:salt@api.sandbox.hit-pay.com": true, "hitpay://key:salt@127.0.0.1:9?tls=0": true,
		"": false, "hitpay://key@host": false, "hitpay://:salt@host": false, "hitpay://key:salt@": false, "stripe://key:salt@host": false, "https://key:salt@host": false, "://": false,
	} {
		if _, err := provider.New(raw); (err == nil) != ok {
			t.Errorf("%q: %v", raw, err)
		} else if err != nil && (!strings.Contains(err.Error(), "PAYNOW_PROVIDER") || strings.Contains(err.Error(), "salt@")) {
			t.Errorf("%q: %v", raw, err)
		}
	}
}

func TestACodeIsMadeFoundAndRefunded(t *testing.T) {
	t.Parallel()
	s, p := standIn(t)
	s.Fee = func(money.Cents) money.Cents { return 57 }
	made, err := p.Create(t.Context(), ask(s))
	if err != nil || made.ID == "" || !strings.Contains(made.QR, "SG.PAYNOW") {
		t.Fatalf("%+v %v", made, err)
	}
	kept := s.Requests("TM26K7Q4X9")
	if len(kept) != 1 || kept[0].Amount != 8800 || kept[0].Webhook != "https://temple.example/hook" || !kept[0].Expires.Equal(s.Clock.Now().Add(time.Hour)) {
		t.Errorf("%+v", kept)
	}
	if found, err := p.Find(t.Context(), made.ID); err != nil || len(found) != 0 {
		t.Errorf("before the payment: %+v %v", found, err)
	}
	paid := s.Pay(made.ID)
	found, err := p.Find(t.Context(), made.ID)
	if err != nil || len(found) != 1 {
		t.Fatalf("%+v %v", found, err)
	}
	if want := (provider.Payment{ID: paid.ID, Amount: 8800, Currency: "SGD", Fee: 57, At: found[0].At}); found[0] != want || !found[0].At.Equal(s.Clock.Now()) {
		t.Errorf("%+v", found[0])
	}
	back, err := p.Refund(t.Context(), paid.ID, 3000)
	if err != nil || back.ID == "" || back.Status != "succeeded" {
		t.Errorf("%+v %v", back, err)
	}
	if found, _ := p.Find(t.Context(), made.ID); len(found) != 1 || found[0].Refunded != 3000 {
		t.Errorf("%+v", found)
	}
	var refused provider.ErrRefused
	if _, err := p.Refund(t.Context(), paid.ID, 5801); !errors.As(err, &refused) || refused.Status != 422 || refused.Says == "" {
		t.Errorf("too much: %v", err)
	}
	if _, err := p.Find(t.Context(), "req-unknown"); !errors.Is(err, provider.ErrUnknown) {
		t.Errorf("unknown: %v", err)
	}
	if _, err := p.Find(t.Context(), "../charges"); !errors.Is(err, provider.ErrUnknown) || s.Asked("charges") > 0 {
		t.Errorf("another address: %v", err)
	}
}

// Only a definite refusal says that nothing happened. No error contains the key.
func TestEveryFailureOfTheProviderIsAnError(t *testing.T) {
	t.Parallel()
	s, p := standIn(t)
	made, err := p.Create(t.Context(), ask(s))
	if err != nil {
		t.Fatal(err)
	}
	paid := s.Pay(made.ID)
	for _, f := range []hitpay.Failure{hitpay.Hangs, hitpay.Broken, hitpay.Garbage, hitpay.Huge, hitpay.Busy, hitpay.Refuses, hitpay.Locked, hitpay.Lost, hitpay.Unnamed, hitpay.OtherID, hitpay.NoCode, hitpay.BadAmounts} {
		t.Run(string(f), func(t *testing.T) {
			s.Fail(f)
			ctx, stop := context.WithTimeout(t.Context(), 2*time.Second)
			if f == hitpay.Hangs {
				ctx, stop = context.WithTimeout(t.Context(), 50*time.Millisecond)
			}
			defer stop()
			_, created := p.Create(ctx, ask(s))
			_, found := p.Find(ctx, made.ID)
			_, back := p.Refund(ctx, paid.ID, 1)
			onFind := f == hitpay.Unnamed || f == hitpay.OtherID || f == hitpay.BadAmounts
			if (created == nil) != onFind {
				t.Errorf("create: %v", created)
			}
			if (found == nil) != (f == hitpay.Lost || f == hitpay.NoCode) {
				t.Errorf("find: %v", found)
			}
			if (back == nil) != (onFind || f == hitpay.NoCode) {
				t.Errorf("refund: %v", back)
			}
			for _, err := range []error{created, found, back} {
				if err != nil && (strings.Contains(err.Error(), hitpay.Key) || strings.Contains(err.Error(), hitpay.Salt)) {
					t.Errorf("an error names the key: %v", err)
				}
				if definite := f == hitpay.Refuses || f == hitpay.Locked; err != nil && errors.As(err, new(provider.ErrRefused)) != definite {
					t.Errorf("definite %v: %v", definite, err)
				}
			}
		})
	}
}

func TestAWebhookOnlyNamesARequestAndOnlyWhenSigned(t *testing.T) {
	t.Parallel()
	s, p := standIn(t)
	paid := hitpay.Payment{ID: "pay-1", RequestID: "req-1", Reference: "TM26K7Q4X9", Amount: 8800, Currency: "sgd"}
	form := s.Form(paid)
	if id, err := p.Webhook(http.Header{}, []byte(form.Encode())); id != "req-1" || err != nil {
		t.Errorf("form: %q %v", id, err)
	}
	body, signature := s.Event(paid)
	header := func(object string) http.Header {
		return http.Header{"Hitpay-Signature": {signature}, "Hitpay-Event-Object": {object}}
	}
	if id, err := p.Webhook(header("payment_request"), []byte(body)); id != "req-1" || err != nil {
		t.Errorf("event: %q %v", id, err)
	}
	if id, err := p.Webhook(header("payout"), []byte(body)); id != "" || err != nil {
		t.Errorf("another event: %q %v", id, err)
	}
	changed := func(change func(url.Values)) string {
		f := s.Form(paid)
		change(f)
		return f.Encode()
	}
	for what, body := range map[string]string{
		"another amount":   changed(func(f url.Values) { f.Set("amount", "1.00") }),
		"a further field":  changed(func(f url.Values) { f.Set("extra", "") }),
		"a missing field":  changed(func(f url.Values) { f.Del("phone") }),
		"no signature":     changed(func(f url.Values) { f.Del("hmac") }),
		"two signatures":   changed(func(f url.Values) { f.Add("hmac", "00") }),
		"another salt":     changed(func(f url.Values) { hitpay.Sign(f, "x") }),
		"an empty salt":    changed(func(f url.Values) { hitpay.Sign(f, "") }),
		"nothing":          "",
		"no form":          "%zz",
		"JSON, not signed": body,
		"shifted borders":  changed(func(f url.Values) { f.Set("currency", "SGDpayment_idpay-1"); f.Set("payment_id", "") }),
	} {
		if id, err := p.Webhook(http.Header{}, []byte(body)); id != "" || !errors.Is(err, provider.ErrForged) {
			t.Errorf("%s: %q %v", what, id, err)
		}
	}
	if _, err := p.Webhook(header("payment_request"), []byte(body+" ")); !errors.Is(err, provider.ErrForged) {
		t.Errorf("a changed event: %v", err)
	}
}

func TestPaymentsOfDaysAreListedOverPages(t *testing.T) {
	t.Parallel()
	s, p := standIn(t)
	made, err := p.Create(t.Context(), ask(s))
	if err != nil {
		t.Fatal(err)
	}
	for i := range 7 {
		s.Pay(made.ID, func(p *hitpay.Payment) { p.Amount = money.Cents(100 + i) })
	}
	s.Pay("", func(p *hitpay.Payment) { p.Amount = 5 })
	s.Pay(made.ID, func(p *hitpay.Payment) { p.Status = "failed" })
	s.Pay(made.ID, func(p *hitpay.Payment) { p.At = p.At.AddDate(0, 0, -9) })
	var got []provider.Listed
	err = p.(provider.Lister).List(t.Context(), s.Clock.Now().AddDate(0, 0, -1), s.Clock.Now(), func(l provider.Listed) error { got = append(got, l); return nil })
	if err != nil || len(got) != 8 {
		t.Fatalf("%d: %v", len(got), err)
	}
	if got[6].Amount != 106 || got[6].RequestID != made.ID || got[6].Reference != "TM26K7Q4X9" || got[7].RequestID != "" {
		t.Errorf("%+v", got)
	}
}

func FuzzWebhook(f *testing.F) {
	p, err := provider.New(provider.Example)
	if err != nil {
		f.Fatal(err)
	}
	f.Add("payment_request_id=a&hmac=00", "")
	f.Add(`{"id":"a"}`, "00")
	f.Fuzz(func(t *testing.T, body, signature string) {
		if id, err := p.Webhook(http.Header{"Hitpay-Signature": {signature}}, []byte(body)); err == nil && id != "" {
			t.Errorf("accepted: %q", body) // nobody knows the salt
		}
	})
}
