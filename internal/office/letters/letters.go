// Package letters lists mails and SMS that could not be delivered, each with one of five reasons (outbox.WhyRefused and
// the others), and sends them again. A letter that a worker has leased at this moment is not sent twice.
package letters

import (
	"context"
	"math"
	"net/url"
	"time"

	"shanmen/internal/base/clock"
	"shanmen/internal/base/fault"
	"shanmen/internal/base/keyset"
	"shanmen/internal/base/locale"
	"shanmen/internal/offer/content"
	"shanmen/internal/office/contact"
	"shanmen/internal/people/chat"
	"shanmen/internal/platform/audit"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
	"shanmen/internal/platform/httpd"
	"shanmen/internal/platform/outbox"
)

// Service answers the calls about undelivered letters.
type Service struct {
	DB       *db.DB
	Clock    clock.Clock
	Messages *locale.Messages
	Base     *url.URL // of the site, for links that are shown
	Contact  *contact.Service
}

// Letter is a mail or SMS that could not be sent yet, or permanently.
type Letter struct {
	ID        string     `json:"id"`
	Kind      string     `json:"kind" enum:"mail,sms"`
	To        string     `json:"to" doc:"Address or number"`
	Name      string     `json:"name,omitempty"`
	Subject   string     `json:"subject" doc:"The mail's subject, or the text message's content"`
	Dead      bool       `json:"dead" doc:"It was given up and is no longer retried automatically"`
	Tries     int64      `json:"tries"`
	Error     string     `json:"error" doc:"Technical error of the last try, without personal data"`
	Why       string     `json:"why,omitempty" enum:"refused,closed,limit,unwritable,away" doc:"Reason of the failure, for display"`
	CreatedAt time.Time  `json:"createdAt"`
	NextAt    *time.Time `json:"nextAt,omitempty" doc:"Time of the next try"`

	Links *chat.Links `json:"links,omitempty" doc:"Links to call or message the recipient"`
}

// Letters is a page of them, newest first.
type Letters struct {
	Items []Letter `json:"items"`
	Next  string   `json:"next,omitempty" doc:"Cursor of the next page, to be sent as after"`
	Total int64    `json:"total" doc:"Exact up to 10,000"`
	More  bool     `json:"more" doc:"True if there are more results than total"`
}

type lettersIn struct{ keyset.Ask }

// List lists undelivered letters.
func (s *Service) List(ctx context.Context, in *lettersIn) (*Letters, error) {
	after, err := keyset.Parse(in.After)
	if err != nil {
		return nil, err
	}
	r, out := s.DB.Read(), &Letters{Items: []Letter{}}
	if in.Total() {
		counted, err := r.TroubledLettersCount(ctx)
		if err != nil {
			return nil, err
		}
		out.Total, out.More = keyset.Total(counted)
	}
	if !in.Rows() {
		return out, nil
	}
	if in.After == "" {
		after = keyset.Key{At: math.MaxInt64}
	}
	letters, err := outbox.Troubled(ctx, r, query.TroubledLettersParams{AfterAt: int64(after.At), AfterID: after.ID, Most: in.Limit + 1})
	if err != nil {
		return nil, err
	}
	if int64(len(letters)) > in.Limit {
		letters = letters[:in.Limit]
		last := letters[len(letters)-1]
		out.Next = keyset.Key{At: clock.MillisOf(last.CreatedAt), ID: last.ID}.String()
	}
	temple, err := content.Sender(ctx, r, s.Base)
	if err != nil {
		return nil, err
	}
	for _, l := range letters {
		row := s.Troubled(l, temple)
		if row.Links, err = s.Contact.Letter(ctx, r, temple, l); err != nil {
			return nil, err
		}
		out.Items = append(out.Items, row)
	}
	return out, nil
}

// Troubled converts a letter for the list.
func (s *Service) Troubled(l outbox.Letter, temple outbox.Temple) Letter {
	params := temple.Says(s.Messages, l.Locale)
	params["name"] = l.Name
	for k, v := range l.Params {
		params[k] = v
	}
	key := "mail." + l.Template + ".subject"
	if l.Kind == outbox.KindSMS {
		key = "sms." + l.Template
	}
	out := Letter{
		ID: l.ID, Kind: l.Kind, To: l.To, Name: l.Name, Dead: l.Dead, Tries: l.Tries, Error: l.Error, Why: l.Why, CreatedAt: l.CreatedAt,
	}
	if s.Messages.Has(l.Locale, key) {
		out.Subject = s.Messages.T(l.Locale, key, params)
	}
	if !l.Dead {
		out.NextAt = &l.NextAt
	}
	return out
}

// SentAgain confirms that a letter will be sent again.
type SentAgain struct {
	Sent bool `json:"sent"`
}

// SendAgain resends a letter now, with all its retries. fault.NotFound if it was sent meanwhile.
func (s *Service) SendAgain(ctx context.Context, in *httpd.ByID) (*SentAgain, error) {
	return httpd.WriteOnce(ctx, s.DB, func(ctx context.Context, tx *db.Tx) (*SentAgain, error) {
		now := s.Clock.Now()
		ok, err := outbox.RetryNow(ctx, tx, in.ID, now)
		if err != nil {
			return nil, err
		}
		if !ok {
			return nil, fault.NotFound()
		}
		return &SentAgain{true}, audit.Note(ctx, tx, "letter.again", "letter:"+in.ID, nil, nil)
	})
}
