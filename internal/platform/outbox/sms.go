package outbox

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"shanmen/internal/base/locale"
)

// SMSTransport sends one SMS to one E.164 number. id is the job's, the same at each try.
type SMSTransport interface {
	Send(ctx context.Context, id, to, text string) error
}

// Texter writes SMS from templates and sends them.
type Texter struct {
	Base      *url.URL
	Messages  *locale.Messages
	Temple    TempleReader
	Transport SMSTransport
}

// Handle is the outbox handler of KindSMS.
func (t *Texter) Handle(ctx context.Context, jobID string, raw json.RawMessage) error {
	var in SMS
	if err := json.Unmarshal(raw, &in); err != nil {
		return Permanent(err)
	}
	key := "sms." + in.Template
	if !t.Messages.Has(in.Locale, key) {
		return Permanent(fmt.Errorf("no text template %q", in.Template))
	}
	params, err := values{t.Base, t.Messages, t.Temple}.of(ctx, in.Locale, in.Params)
	if err != nil {
		return err
	}
	text := t.Messages.T(in.Locale, key, params)
	if code := in.Params["code"]; code != "" {
		// The last line binds the code to this site: phones offer it only there
		// (https://wicg.github.io/sms-one-time-codes/).
		text += "\n\n@" + t.Base.Hostname() + " #" + code
	}
	return t.Transport.Send(ctx, jobID, in.To, text)
}

// Twilio sends through Twilio's REST API, or a compatible one
// (https://www.twilio.com/docs/messaging/api/message-resource#create-a-message-resource).
type Twilio struct {
	account, sid, token, from string // account is its address in the API
	client                    *http.Client
}

// NewTwilio parses twilio://sid:token@host/path?from=+6580000000. The path is that of a compatible API. from is a
// number, an alphanumeric sender, or a messaging service (MG…). It uses TLS; "&tls=0" is for a server on this machine.
func NewTwilio(raw string) (*Twilio, error) {
	u, err := url.Parse(raw)
	if err != nil || u.Scheme != "twilio" || u.Host == "" || u.User.Username() == "" || u.Query().Get("from") == "" {
		return nil, errors.New("SMS_URL is not like twilio://sid:token@api.twilio.com?from=+6580000000")
	}
	if token, _ := u.User.Password(); token == "" {
		return nil, errors.New("SMS_URL lacks the token: write it like twilio://sid:token@api.twilio.com?from=+6580000000")
	}
	scheme := "https"
	if u.Query().Get("tls") == "0" {
		scheme = "http"
	}
	token, _ := u.User.Password()
	sid := u.User.Username()
	return &Twilio{
		account: scheme + "://" + u.Host + strings.TrimSuffix(u.EscapedPath(), "/") + "/2010-04-01/Accounts/" + url.PathEscape(sid),
		sid:     sid, token: token, from: sender(u.Query().Get("from")),
		client: &http.Client{
			Timeout: 20 * time.Second,
			// Numbers and codes only go to the configured server, so redirects are not followed.
			CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		},
	}, nil
}

// sender restores the plus of a number, which URL parsing turns into a space.
func sender(from string) string {
	if digits, ok := strings.CutPrefix(from, " "); ok {
		return "+" + digits
	}
	return from
}

// refusedNumbers are Twilio's error codes about the recipient (https://www.twilio.com/docs/api/errors): not a number,
// not SMS-capable, unsubscribed by STOP, a disabled country. Any other 4xx is about the account or the sender.
var refusedNumbers = []int{21211, 21214, 21217, 21265, 21408, 21421, 21610, 21612, 21614, 30003, 30005, 30006, 60200, 60205}

// Send implements SMSTransport. Errors about the number concern this SMS alone; errors about the account (a changed
// token, an unpaid bill, an unknown sender) pause the lane until they are fixed.
func (t *Twilio) Send(ctx context.Context, _, to, text string) error {
	form := url.Values{"To": {to}, "Body": {text}}
	if strings.HasPrefix(t.from, "MG") {
		form.Set("MessagingServiceSid", t.from)
	} else {
		form.Set("From", t.from)
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, t.account+"/Messages.json", strings.NewReader(form.Encode()))
	if err != nil {
		return err
	}
	req.SetBasicAuth(t.sid, t.token)
	req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	res, err := t.client.Do(req)
	if err != nil {
		return errors.New("the SMS company did not answer") // the url error contains the account
	}
	defer res.Body.Close()
	var answer struct {
		Code      int    `json:"code"`
		ErrorCode *int   `json:"error_code"`
		Status    string `json:"status"`
	}
	_ = json.NewDecoder(io.LimitReader(res.Body, 64<<10)).Decode(&answer)
	switch res.StatusCode {
	case http.StatusUnauthorized, http.StatusForbidden:
		return Closed(fmt.Errorf("the SMS company does not accept this account: %d, code %d", res.StatusCode, answer.Code))
	case http.StatusTooManyRequests, http.StatusRequestTimeout:
		return fmt.Errorf("the SMS company answered %d, code %d", res.StatusCode, answer.Code)
	}
	switch {
	case res.StatusCode >= 500:
		return fmt.Errorf("the SMS company answered %d", res.StatusCode)
	case res.StatusCode >= 300 && slices.Contains(refusedNumbers, answer.Code):
		return Refused(fmt.Errorf("the SMS company refused the number: %d, code %d", res.StatusCode, answer.Code))
	case res.StatusCode >= 300:
		return Closed(fmt.Errorf("the SMS company refused: %d, code %d", res.StatusCode, answer.Code))
	case answer.ErrorCode != nil && *answer.ErrorCode != 0, answer.Status == "failed":
		return Refused(fmt.Errorf("the SMS company could not send: status %q", answer.Status))
	case answer.Status == "":
		return errors.New("the SMS company answered something else than a message")
	}
	return nil
}

// Account is the SMS provider's account status.
type Account struct {
	Balance, Currency string    // "" if the provider does not report it
	Time              time.Time // of its clock; zero if not reported
}

// Try logs in to the SMS provider without sending.
func (t *Twilio) Try(ctx context.Context) (Account, error) {
	out, status, err := t.ask(ctx, "/Balance.json")
	if err == nil && status == http.StatusNotFound { // compatible providers need not report a balance
		out, status, err = t.ask(ctx, ".json")
	}
	switch {
	case err != nil:
		return out, err
	case status == http.StatusUnauthorized || status == http.StatusForbidden:
		return out, fmt.Errorf("the SMS company does not accept this account: %d", status)
	case status != http.StatusOK:
		return out, fmt.Errorf("the SMS company answered %d", status)
	}
	return out, nil
}

func (t *Twilio) ask(ctx context.Context, what string) (out Account, status int, err error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, t.account+what, nil)
	if err != nil {
		return out, 0, err
	}
	req.SetBasicAuth(t.sid, t.token)
	res, err := t.client.Do(req)
	if err != nil {
		return out, 0, errors.New("the SMS company did not answer") // the url error contains the account
	}
	defer res.Body.Close()
	out.Time, _ = http.ParseTime(res.Header.Get("Date"))
	var answer struct {
		Balance  string `json:"balance"`
		Currency string `json:"currency"`
	}
	_ = json.NewDecoder(io.LimitReader(res.Body, 64<<10)).Decode(&answer)
	out.Balance, out.Currency = answer.Balance, answer.Currency
	return out, res.StatusCode, nil
}

// SMSFolder stores SMS as files, for a temple without an SMS provider and for the demonstration.
type SMSFolder struct{ Dir string }

// Send implements SMSTransport.
func (f SMSFolder) Send(_ context.Context, id, to, text string) error {
	return keep(f.Dir, id+".txt", []byte(to+"\n"+text+"\n"))
}
