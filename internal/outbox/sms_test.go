package outbox

import (
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

func TestTwilioProtocol(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name      string
		status    int
		answer    string
		ok        bool
		permanent bool
	}{
		{"OK", 201, `{"sid":"SM1","status":"queued","error_code":null}`, true, false},
		{"ErrServerDown", 503, ``, false, false},
		{"ErrTooManyRequests", 429, `{"code":20429}`, false, false},
		{"ErrNumberInvalid", 400, `{"code":21211,"message":"invalid To"}`, false, true},
		{"Err200WithAnErrorBody", 200, `{"status":"failed","error_code":30007}`, false, true},
		{"Err200WithoutAMessage", 200, `<html>maintenance</html>`, false, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				user, pass, _ := r.BasicAuth()
				if r.URL.Path != "/2010-04-01/Accounts/AC1/Messages.json" || user != "AC1" || pass != "s3cret" ||
					r.FormValue("To") != "+6591234567" || r.FormValue("From") != "+6580000000" || r.FormValue("Body") != "您的验证码 123456" {
					t.Errorf("asked %s with %v", r.URL, r.Form)
				}
				w.WriteHeader(c.status)
				_, _ = w.Write([]byte(c.answer))
			}))
			defer srv.Close()
			tw, err := NewTwilio("twilio://AC1:s3cret@" + strings.TrimPrefix(srv.URL, "http://") + "?from=+6580000000&tls=0")
			if err != nil {
				t.Fatal(err)
			}
			err = tw.Send(t.Context(), "+6591234567", "您的验证码 123456")
			var p permanentError
			if (err == nil) != c.ok || errors.As(err, &p) != c.permanent {
				t.Errorf("ok %v permanent %v: %v", c.ok, c.permanent, err)
			}
			if err != nil && (strings.Contains(err.Error(), "s3cret") || strings.Contains(err.Error(), "91234567")) {
				t.Errorf("the error tells too much: %v", err)
			}
		})
	}
}

func TestSMSURLsThatCannotBe(t *testing.T) {
	t.Parallel()
	for _, raw := range []string{"", "https://api.twilio.com", "twilio://api.twilio.com?from=+65", "twilio://a:b@api.twilio.com"} {
		if _, err := NewTwilio(raw); err == nil {
			t.Errorf("%q was accepted", raw)
		}
	}
}
