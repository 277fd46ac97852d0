package outbox

import (
	"context"
	"time"

	"shanmen/internal/db"
	"shanmen/internal/locale"
)

// Kinds of duty that the package itself carries out.
const (
	KindMail = "mail"
	KindSMS  = "sms"
	// KindNothing stands where a message would, when there is nobody to tell: so that the rows that a
	// call writes do not tell whether an account exists. Nothing is done.
	KindNothing = "nothing"
)

// Mail is a message to one address. Subject and body are the messages mail.<Template>.subject and
// mail.<Template>.body in Locale, filled with Params; paths among them (values that start with
// "/") become absolute links.
type Mail struct {
	To         string            `json:"to"`
	Name       string            `json:"name,omitempty"`
	Locale     locale.Locale     `json:"locale"`
	Template   string            `json:"template"`
	Params     map[string]string `json:"params,omitempty"`
	Attachment *Attachment       `json:"attachment,omitempty"`
	Code       *Code             `json:"code,omitempty"`
	Cause      *cause            `json:"cause,omitempty"` // filled in by AddMail
	About      string            `json:"-"`               // see Duty
}

// Attachment is built when the mail is sent, by the maker registered for Kind, so that the row
// holds no file.
type Attachment struct {
	Kind string `json:"kind"` // "official-receipt", "invoice"
	ID   string `json:"id"`
}

// SMS is a text to one E.164 number: the message sms.<Template> in Locale.
type SMS struct {
	To       string            `json:"to"`
	Locale   locale.Locale     `json:"locale"`
	Template string            `json:"template"`
	Params   map[string]string `json:"params,omitempty"`
	Code     *Code             `json:"code,omitempty"`
	Cause    *cause            `json:"cause,omitempty"` // filled in by AddSMS
	About    string            `json:"-"`               // see Duty
}

// AddMail queues a mail; see Duty for uniqueKey and notBefore.
func AddMail(ctx context.Context, tx *db.Tx, m Mail, uniqueKey string, notBefore time.Time) error {
	m.Cause = causeOf(ctx)
	_, err := Add(ctx, tx, Duty{Kind: KindMail, Args: m, UniqueKey: uniqueKey, About: m.About, NotBefore: notBefore, Until: useless(m.Params, notBefore)})
	return err
}

// AddSMS queues a text message.
func AddSMS(ctx context.Context, tx *db.Tx, m SMS, uniqueKey string, notBefore time.Time) error {
	m.Cause = causeOf(ctx)
	_, err := Add(ctx, tx, Duty{Kind: KindSMS, Args: m, UniqueKey: uniqueKey, About: m.About, NotBefore: notBefore, Until: useless(m.Params, notBefore)})
	return err
}

// codeLife is how long a code can be used (account's codes live as long): later it only confuses.
const codeLife = 10 * time.Minute

// useless is when a letter is worth nothing any more, zero for those that never are.
func useless(params map[string]string, from time.Time) time.Time {
	if params["code"] == "" {
		return time.Time{}
	}
	return from.Add(codeLife)
}

// AddNothing queues what costs as much as a message and reaches nobody.
func AddNothing(ctx context.Context, tx *db.Tx, at time.Time) error {
	_, err := Add(ctx, tx, Duty{Kind: KindNothing, Args: struct{}{}, NotBefore: at})
	return err
}
