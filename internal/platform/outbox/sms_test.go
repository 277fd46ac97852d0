package outbox

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"shanmen/internal/base/locale"
)

// twilioServer implements the documented part of Twilio's REST API for one message: it validates the request as Twilio
// does, and returns Twilio's responses.
func twilioServer(t *testing.T, status int, answer string, path string) (server *httptest.Server, asked *url.Values) {
	t.Helper()
	asked = &url.Values{}
	server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		if sid, token, ok := r.BasicAuth(); !ok || sid != "AC1" || token != "s3cret" {
			w.WriteHeader(http.StatusUnauthorized)
			_, _ = io.WriteString(w, `{"code":20003,"message":"Authenticate","more_info":"https://www.twilio.com/docs/errors/20003","status":401}`)
			return
		}
		if r.Method != http.MethodPost || r.URL.Path != path+"/2010-04-01/Accounts/AC1/Messages.json" ||
			r.Header.Get("Content-Type") != "application/x-www-form-urlencoded" {
			w.WriteHeader(http.StatusNotFound)
			_, _ = io.WriteString(w, `{"code":20404,"message":"The requested resource was not found","status":404}`)
			return
		}
		_ = r.ParseForm()
		*asked = r.PostForm
		w.WriteHeader(status)
		_, _ = io.WriteString(w, answer)
	}))
	t.Cleanup(server.Close)
	return server, asked
}

func TestSMSAreSentInTwiliosProtocol(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name            string
		token           string
		status          int
		answer          string
		ok              bool
		refused, closed bool // this SMS; all of ours
	}{
		{"OK", "s3cret", 201, `{"sid":"SM1","status":"queued","error_code":null,"error_message":null}`, true, false, false},
		{"OKAccepted", "s3cret", 201, `{"sid":"SM1","status":"accepted","error_code":null}`, true, false, false},
		{"ErrServerDown", "s3cret", 503, ``, false, false, false},
		{"ErrServerBroken", "s3cret", 500, `{"code":20500,"message":"Internal Server Error","status":500}`, false, false, false},
		{"ErrTooManyRequests", "s3cret", 429, `{"code":20429,"message":"Too Many Requests","status":429}`, false, false, false},
		{"ErrTokenChanged", "0ld", 201, ``, false, false, true},
		{"ErrAccountSuspended", "s3cret", 403, `{"code":20005,"message":"Account not active","status":403}`, false, false, true},
		{"ErrNumberInvalid", "s3cret", 400, `{"code":21211,"message":"Invalid 'To' Phone Number","status":400}`, false, true, false},
		{"ErrSenderUnknown", "s3cret", 400, `{"code":21606,"message":"The From phone number is not a valid message-capable number","status":400}`, false, false, true},
		{"ErrUnsubscribed", "s3cret", 400, `{"code":21610,"message":"Attempt to send to unsubscribed recipient","status":400}`, false, true, false},
		{"ErrMovedAway", "s3cret", 307, ``, false, false, true},
		{"Err200WithAnErrorBody", "s3cret", 200, `{"status":"failed","error_code":30007}`, false, true, false},
		{"Err200WithoutAMessage", "s3cret", 200, `<html>maintenance</html>`, false, false, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			srv, asked := twilioServer(t, c.status, c.answer, "")
			tw, err := NewTwilio("twilio://AC1:" + c.token + "@" + strings.TrimPrefix(srv.URL, "http://") + "?from=+6580000000&tls=0")
			if err != nil {
				t.Fatal(err)
			}
			err = tw.Send(t.Context(), "job-1", "+6591234567", "您的验证码 123456")
			var refused refusedError
			var closed closedError
			if (err == nil) != c.ok || errors.As(err, &refused) != c.refused || errors.As(err, &closed) != c.closed {
				t.Errorf("ok %v refused %v closed %v: %v", c.ok, c.refused, c.closed, err)
			}
			if err != nil && (strings.Contains(err.Error(), c.token) || strings.Contains(err.Error(), "91234567")) {
				t.Errorf("the error tells too much: %v", err)
			}
			want := url.Values{"To": {"+6591234567"}, "From": {"+6580000000"}, "Body": {"您的验证码 123456"}}
			if c.token == "s3cret" && asked.Encode() != want.Encode() {
				t.Errorf("the form was %s", asked.Encode())
			}
		})
	}
}

// Another provider with the same API has its own path, and a messaging service in place of a sender number.
func TestTwilioCompatibleProvidersWork(t *testing.T) {
	t.Parallel()
	srv, asked := twilioServer(t, 201, `{"sid":"SM1","status":"queued"}`, "/api/laml")
	tw, err := NewTwilio("twilio://AC1:s3cret@" + strings.TrimPrefix(srv.URL, "http://") + "/api/laml/?from=MG42&tls=0")
	if err != nil {
		t.Fatal(err)
	}
	if err := tw.Send(t.Context(), "job-1", "+6591234567", "hello"); err != nil {
		t.Error(err)
	}
	if asked.Get("MessagingServiceSid") != "MG42" || asked.Has("From") {
		t.Errorf("the form was %s", asked.Encode())
	}
	srv.Close()
	err = tw.Send(t.Context(), "job-1", "+6591234567", "hello")
	var p permanentError
	if err == nil || errors.As(err, &p) || strings.Contains(err.Error(), "s3cret") {
		t.Errorf("a server that does not answer: %v", err)
	}
}

// The last line of a text with a code is for automatic fill-in on phones: "@host #code". Other texts have none.
func TestSMSCodesAreBoundToTheSite(t *testing.T) {
	t.Parallel()
	messages, err := locale.Load()
	if err != nil {
		t.Fatal(err)
	}
	base, _ := url.Parse("https://temple.example:8443")
	kept := &keptText{}
	texter := &Texter{Base: base, Messages: messages, Transport: kept}
	for _, template := range []string{"registration-code", "password-code", "mobile-code", "account-exists"} {
		for _, l := range []locale.Locale{locale.EN, locale.ZH} {
			raw, _ := json.Marshal(SMS{To: "+6591234567", Locale: l, Template: template, Params: map[string]string{"code": "048213"}})
			if err := texter.Handle(t.Context(), "job-1", raw); err != nil {
				t.Fatal(err)
			}
			lines := strings.Split(kept.text, "\n")
			if last := lines[len(lines)-1]; last != "@temple.example #048213" || !strings.Contains(lines[0], "048213") || lines[1] != "" {
				t.Errorf("%s in %s: %q", template, l, kept.text)
			}
		}
	}
	raw, _ := json.Marshal(SMS{To: "+6591234567", Locale: locale.EN, Template: "password-changed", Params: map[string]string{"path": "/member/forgot-password"}})
	if err := texter.Handle(t.Context(), "job-1", raw); err != nil || strings.Contains(kept.text, "#") {
		t.Errorf("%v: %q", err, kept.text)
	}
}

// Texts have no signature, so a sentence that says to call includes the phone number; so do mails. A temple without a
// number is called by its name.
func TestTextsThatAskToCallGiveThePhoneNumber(t *testing.T) {
	t.Parallel()
	messages, err := locale.Load()
	if err != nil {
		t.Fatal(err)
	}
	base, _ := url.Parse("https://temple.example")
	calls := regexp.MustCompile(`\b[Cc]all\b|致电|来电`)
	kept, found := &keptText{}, 0
	for _, l := range locale.All {
		for key, sentence := range messages.All(l) {
			kind, rest, _ := strings.Cut(key, ".")
			template, part, _ := strings.Cut(rest, ".")
			if kind != "sms" && (kind != "mail" || part != "body") || !calls.MatchString(sentence) || template == "form-received" { // leads to the contact page
				continue
			}
			found++
			if !strings.Contains(sentence, "{phone}") {
				t.Errorf("%s in %s says to call, and no number: %s", key, l, sentence)
			}
			if kind == "mail" {
				continue
			}
			raw, _ := json.Marshal(SMS{To: "+6591234567", Locale: l, Template: template})
			for number, want := range map[string]string{"6000 0000": "6000 0000", "": map[locale.Locale]string{locale.EN: "call us", locale.ZH: "致电我们"}[l]} {
				texter := &Texter{Base: base, Messages: messages, Transport: kept, Temple: func(context.Context) (Temple, error) { return Temple{Base: base, Phone: number}, nil }}
				if err := texter.Handle(t.Context(), "job-1", raw); err != nil || !strings.Contains(kept.text, want) {
					t.Errorf("%s in %s does not say %q: %q, %v", key, l, want, kept.text, err)
				}
			}
		}
	}
	if found < 40 {
		t.Errorf("%d sentences say to call", found)
	}
}

type keptText struct{ text string }

func (k *keptText) Send(_ context.Context, _, _, text string) error {
	k.text = text
	return nil
}

func TestInvalidSMSURLsAreRefused(t *testing.T) {
	t.Parallel()
	for _, raw := range []string{"", "https://api.twilio.com", "twilio://api.twilio.com?from=+65", "twilio://a:b@api.twilio.com", "twilio://:b@api.twilio.com?from=+65"} {
		if _, err := NewTwilio(raw); err == nil {
			t.Errorf("%q was accepted", raw)
		}
	}
}
