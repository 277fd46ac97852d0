package form

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"shanmen/internal/base/clock"
	"shanmen/internal/base/fault"
	"shanmen/internal/base/id"
	"shanmen/internal/base/locale"
	"shanmen/internal/people/account"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
	"shanmen/internal/platform/httpd"
	"shanmen/internal/platform/outbox"
)

// Contact is the key of the contact form.
const Contact = "contact"

// Awaiting is the state of a new message.
const Awaiting = "awaiting"

// The keys of the fields with the sender's mobile number and e-mail address.
const (
	mobileKey = "mobile"
	emailKey  = "email"
	nameKey   = "name" // the sender's name
)

// entriesAnAddress is the maximum number of messages per network address in 10 minutes. The notices they cause are
// limited separately in the outbox, because anyone's address can be given as the sender's.
const entriesAnAddress = 5

// Service receives messages to the office and lists them in the inbox.
type Service struct {
	DB       *db.DB
	Clock    clock.Clock
	Accounts *account.Service
}

// AwaitingIn is the input of POST /api/form/awaiting.
type AwaitingIn struct {
	IdempotencyKey string `header:"Idempotency-Key" doc:"For a guest without a session only keys of at least 16 characters are used"`
	// Took is not part of the body, so that a retry with the same text counts as the same message.
	Took int64 `query:"took" minimum:"0" doc:"Milliseconds since the form was first displayed"`
	Body struct {
		Form   string          `json:"form" doc:"\"contact\", or the form key of an offering sold by enquiry only"`
		Values json.RawMessage `json:"values" doc:"Keyed by field"`
		Trap   string          `json:"website,omitempty" maxLength:"2000" doc:"Value of a hidden field; a value means that a spam program filled the form"`
	}
}

// Received is an accepted message.
type Received struct {
	ID        string `json:"id"`
	Status    string `json:"status" enum:"awaiting"`
	Reference string `json:"reference" doc:"Reference for enquiries, without 0, O, 1, I and L"`
}

// Await stores a message for the office and sends its reference to the sender by mail or SMS. Refusals: "unknown-form",
// "form-goes-in-cart", "invalid-fields", "too-many-messages".
func (s *Service) Await(ctx context.Context, in *AwaitingIn) (*Received, error) {
	d, err := s.awaited(ctx, in.Body.Form)
	if err != nil {
		return nil, err
	}
	now := s.Clock.Now()
	to, wrong := d.sender(in.Body.Values)
	wrong = append(Validate(d, in.Body.Values, Options{Now: now}), wrong...)
	for i := range wrong {
		wrong[i].Path = strings.TrimSuffix("values."+wrong[i].Path, ".")
	}
	if err := fault.InvalidFields(wrong); err != nil {
		return nil, err
	}
	return httpd.WriteOnce(ctx, s.DB, func(ctx context.Context, tx *db.Tx) (*Received, error) {
		// Only accepted messages count: a refusal reverts its own hit.
		wait, err := httpd.CountNetwork(ctx, tx, now, "form", entriesAnAddress, 10*time.Minute)
		if err != nil {
			return nil, err
		}
		if wait > 0 {
			return nil, fault.TooMany("too-many-messages", wait).InMinutes()
		}
		out, why, err := s.keep(ctx, tx, d, in.Body.Values, Signs{in.Body.Trap, in.Took}, now)
		if err != nil || why != "" { // spam causes no notice; the page shows the reference
			return out, err
		}
		return out, s.confirm(ctx, tx, to, out.Reference, now)
	}, httpd.ForAnyone)
}

// awaited is the definition of a form whose entries go directly to the office.
func (s *Service) awaited(ctx context.Context, key string) (Definition, error) {
	r := s.DB.Read()
	if key != Contact {
		use, err := r.FormUse(ctx, key)
		if err != nil {
			return Definition{}, fmt.Errorf("use of a form: %w", err)
		}
		switch {
		case key == "" || use.Offerings == 0:
			return Definition{}, fault.Invalid("unknown-form")
		case use.Enquiry == 0:
			return Definition{}, fault.Invalid("form-goes-in-cart")
		}
	}
	d, err := Latest(ctx, r, key)
	if errors.Is(err, fault.NotFound()) {
		return Definition{}, fault.Invalid("unknown-form")
	}
	return d, err
}

// sender is the contact data of a message's writer.
type sender struct {
	mobile account.Mobile
	email  string
}

// sender reads the sender's fields and returns their errors, except those that Validate reports.
func (d Definition) sender(values json.RawMessage) (to sender, wrong []fault.Field) {
	all := decode(values)
	for _, f := range d.Fields {
		text := word(all[f.Key])
		if f.Type != Text || strings.TrimSpace(text) == "" || len([]rune(text)) > f.Longest() {
			continue
		}
		ok := true
		switch f.Key {
		case mobileKey:
			to.mobile, ok = account.ParseMobile(text)
		case emailKey:
			to.email, ok = account.ParseEmail(text)
		}
		if !ok {
			wrong = append(wrong, fault.Field{Path: f.Key, Code: f.Key + "-invalid"})
		}
	}
	return to, wrong
}

// keep stores the message and returns why it counts as spam. Values stay as sent.
func (s *Service) keep(ctx context.Context, tx *db.Tx, d Definition, values json.RawMessage, signs Signs, now time.Time) (out *Received, why string, err error) {
	why, likeness, err := suspect(ctx, tx, d, values, signs, now)
	if err != nil {
		return nil, "", err
	}
	out = &Received{ID: id.New(), Status: Awaiting}
	row := query.FormEntryAddParams{
		ID: out.ID, FormKey: d.Key, FormVersion: d.Version, Form: string(values), Status: Awaiting,
		Locale: string(httpd.LocaleOf(ctx)), CreatedAt: clock.MillisOf(now), State: Open, Suspect: why, Likeness: likeness,
	}
	if why != "" {
		row.State = Spam
	}
	if v := httpd.VisitorOf(ctx); v.LoggedIn() {
		row.UserID = &v.UserID
	}
	for {
		out.Reference = id.Reference()
		row.Reference, row.Search = out.Reference, searchText(d, values, out.Reference)
		n, err := tx.FormEntryAdd(ctx, row)
		if err != nil {
			return nil, "", fmt.Errorf("keep form entry: %w", err)
		}
		if n == 1 { // otherwise the reference exists already
			return out, why, nil
		}
	}
}

// searchText is the searchable text of a message: its reference and the answers in both languages.
func searchText(d Definition, values json.RawMessage, reference string) string {
	words := []string{reference}
	for _, l := range locale.All {
		for _, line := range Lines(d, values, l) {
			if !slices.Contains(words, line.Value) {
				words = append(words, line.Value)
			}
		}
	}
	return strings.ToLower(strings.Join(words, "\n"))
}

// confirm sends the reference to the sender. The notice contains nothing they wrote, because anyone's address can be
// entered.
func (s *Service) confirm(ctx context.Context, tx *db.Tx, to sender, reference string, now time.Time) error {
	l := httpd.LocaleOf(ctx)
	params := map[string]string{"reference": reference, "path": l.Path("/contact-us")}
	switch {
	case to.email != "":
		return outbox.AddMail(ctx, tx, outbox.Mail{To: to.email, Locale: l, Template: "form-received", Params: params}, "", now)
	case s.Accounts.Texts(to.mobile):
		return outbox.AddSMS(ctx, tx, outbox.SMS{To: to.mobile.E164, Locale: l, Template: "form-received", Params: params}, "", now)
	}
	return nil // the page shows the reference
}
