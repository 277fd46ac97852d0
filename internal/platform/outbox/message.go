package outbox

import (
	"context"
	"time"

	"shanmen/internal/base/locale"
	"shanmen/internal/platform/db"
)

// Kinds of job that this package itself handles.
const (
	KindMail = "mail"
	KindSMS  = "sms"
	// KindNothing replaces a message without a recipient, so that a call writes as many rows for an unknown account as
	// for a known one and does not reveal which accounts exist.
	KindNothing = "nothing"
)

// Mail is a message to one address. Subject and body are the messages mail.<Template>.subject and mail.<Template>.body
// in Locale, filled with Params; paths among them (values that start with "/") become absolute links.
type Mail struct {
	To         string            `json:"to"`
	Name       string            `json:"name,omitempty"`
	Locale     locale.Locale     `json:"locale"`
	Template   string            `json:"template"`
	Params     map[string]string `json:"params,omitempty"`
	Attachment *Attachment       `json:"attachment,omitempty"`
	Order      string            `json:"order,omitempty"` // id of the order that the mail shows
	Code       *Code             `json:"code,omitempty"`
	Cause      *cause            `json:"cause,omitempty"` // set by AddMail
	About      string            `json:"-"`               // see Job
}

// Attachment is built when the e-mail is sent, by the maker registered for Kind, so that the row contains no file.
type Attachment struct {
	Kind string `json:"kind"` // "official-receipt", "invoice"
	ID   string `json:"id"`
}

// SMS is a text message to one E.164 number: the message sms.<Template> in Locale.
type SMS struct {
	To       string            `json:"to"`
	Locale   locale.Locale     `json:"locale"`
	Template string            `json:"template"`
	Params   map[string]string `json:"params,omitempty"`
	Code     *Code             `json:"code,omitempty"`
	Cause    *cause            `json:"cause,omitempty"` // set by AddSMS
	About    string            `json:"-"`               // see Job
}

// AddMail enqueues a mail; see Job for uniqueKey and notBefore.
func AddMail(ctx context.Context, tx *db.Tx, m Mail, uniqueKey string, notBefore time.Time) error {
	m.Cause = causeOf(ctx)
	_, err := Add(ctx, tx, Job{Kind: KindMail, Args: m, UniqueKey: uniqueKey, About: m.About, NotBefore: notBefore, Until: uselessAt(m.Params, notBefore)})
	return err
}

// AddSMS enqueues a text message.
func AddSMS(ctx context.Context, tx *db.Tx, m SMS, uniqueKey string, notBefore time.Time) error {
	m.Cause = causeOf(ctx)
	_, err := Add(ctx, tx, Job{Kind: KindSMS, Args: m, UniqueKey: uniqueKey, About: m.About, NotBefore: notBefore, Until: uselessAt(m.Params, notBefore)})
	return err
}

// codeLife is how long a code is valid, as in package account; a later letter would only confuse.
const codeLife = 10 * time.Minute

// uselessAt is when a message is no longer worth sending; zero for one without a code.
func uselessAt(params map[string]string, from time.Time) time.Time {
	if params["code"] == "" {
		return time.Time{}
	}
	return from.Add(codeLife)
}

// AddNothing enqueues a job that writes as many rows as a message and sends nothing.
func AddNothing(ctx context.Context, tx *db.Tx, at time.Time) error {
	_, err := Add(ctx, tx, Job{Kind: KindNothing, Args: struct{}{}, NotBefore: at})
	return err
}
