package editing

import (
	"context"
	"fmt"
	"time"

	"shanmen/internal/base/clock"
	"shanmen/internal/base/fault"
	"shanmen/internal/base/id"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
	"shanmen/internal/platform/httpd"
)

// PresenceFor is how long a report of presence counts.
const PresenceFor = 45 * time.Second

type presenceIn struct {
	ID   string `path:"id" maxLength:"64"`
	Body struct {
		Field string `json:"field,omitempty" maxLength:"60" doc:"Field being edited: html.zh"`
		Leave bool   `json:"leave,omitempty" doc:"The editor is being closed"`
	}
}

// Here lists the others who have a record open.
type Here struct {
	Others []Somebody `json:"others"`
}

// Somebody is a colleague who has a record open.
type Somebody struct {
	Person
	Field string `json:"field" doc:"Field being edited; empty: none"`
}

// Presence records the visitor's position in a record, and returns who else is there. It locks nothing.
func (s *Service) Presence(ctx context.Context, in *presenceIn) (*Here, error) {
	me, now := httpd.VisitorOf(ctx).UserID, s.Clock.Now()
	row, err := s.DB.Read().Record(ctx, in.ID)
	switch {
	case err != nil:
		return nil, db.NotFound(err)
	case practised(row, me): // nobody else can be there, and a deleted page is being left
		return &Here{Others: []Somebody{}}, nil
	case mayOpen(me, row) != nil:
		return nil, fault.NotFound()
	}
	return db.WriteValue(ctx, s.DB, func(ctx context.Context, tx *db.Tx) (*Here, error) {
		var err error
		if in.Body.Leave {
			err = tx.PresenceEnd(ctx, query.PresenceEndParams{RecordID: in.ID, UserID: me})
		} else {
			err = tx.PresenceSay(ctx, query.PresenceSayParams{RecordID: in.ID, UserID: me, Field: in.Body.Field, EndsAt: clock.MillisOf(now.Add(PresenceFor))})
		}
		if err != nil {
			return nil, fmt.Errorf("presence: %w", err)
		}
		others, err := here(ctx, tx.Queries, in.ID, me, clock.MillisOf(now))
		return &Here{others}, err
	})
}

func here(ctx context.Context, r db.Reader, id, me string, now clock.Millis) ([]Somebody, error) {
	rows, err := r.PresenceOf(ctx, query.PresenceOfParams{RecordID: id, Now: now})
	if err != nil {
		return nil, fmt.Errorf("presence: %w", err)
	}
	out := []Somebody{}
	p := &people{r: r}
	for _, row := range rows {
		if row.UserID == me {
			continue
		}
		who, err := p.of(ctx, row.UserID)
		if err != nil {
			return nil, err
		}
		out = append(out, Somebody{who, row.Field})
	}
	return out, nil
}

// LookFor is how long a preview link works.
const LookFor = 7 * 24 * time.Hour

// Look is a preview link: it shows one draft to anyone who has it.
type Look struct {
	ID        string    `json:"id"`
	URL       string    `json:"url,omitempty" doc:"Preview URL, shown once: only its hash is stored"`
	By        Person    `json:"by"`
	CreatedAt time.Time `json:"createdAt"`
	EndsAt    time.Time `json:"endsAt"`
}

// Looks lists the working preview links of a draft.
type Looks struct {
	Items []Look `json:"items"`
}

// madeLook is a link with its address, which is not remembered.
type madeLook struct {
	Look
	url string
}

// AddLook creates a preview link. Only the hash of its token is stored: when the call is repeated because its answer
// was lost, the same link gets a new token.
func (s *Service) AddLook(ctx context.Context, in *httpd.ByID) (*Look, error) {
	made, err := httpd.WriteOnce(ctx, s.DB, func(ctx context.Context, tx *db.Tx) (*madeLook, error) {
		w, err := s.open(ctx, tx, in.ID)
		if err != nil {
			return nil, err
		}
		if w.kind.private {
			return nil, fault.Invalid("practice-page")
		}
		token := id.Token()
		out, err := s.addLook(ctx, tx, w, token)
		return &madeLook{out, w.lookURL(ctx, token)}, err
	})
	if err == nil && made.url == "" {
		made.url, err = s.renewLook(ctx, in.ID, made.ID)
	}
	if err != nil {
		return nil, err
	}
	made.URL = made.url
	return &made.Look, nil
}

// renewLook gives a link another token.
func (s *Service) renewLook(ctx context.Context, recordID, lookID string) (url string, err error) {
	return db.WriteValue(ctx, s.DB, func(ctx context.Context, tx *db.Tx) (string, error) {
		w, err := s.open(ctx, tx, recordID)
		if err != nil {
			return "", err
		}
		token := id.Token()
		n, err := tx.LookRenew(ctx, query.LookRenewParams{TokenHash: id.Hash(token), ID: lookID, UserID: w.who})
		if err != nil {
			return "", fmt.Errorf("look: %w", err)
		}
		if n == 0 { // it was revoked meanwhile
			return "", fault.NotFound()
		}
		return w.lookURL(ctx, token), nil
	})
}

func (w *work) lookURL(ctx context.Context, token string) string {
	return w.home() + httpd.LocaleOf(ctx).Path(w.shownAt()) + "?look=" + token
}

// addLook stores a link by the hash of its token.
func (s *Service) addLook(ctx context.Context, tx *db.Tx, w *work, token string) (Look, error) {
	ends := w.now.Add(LookFor)
	out := Look{ID: id.New(), CreatedAt: w.now.UTC(), EndsAt: ends.UTC()}
	err := tx.LookAdd(ctx, query.LookAddParams{
		ID: out.ID, TokenHash: id.Hash(token), RecordID: w.record.ID, UserID: w.who, CreatedAt: clock.MillisOf(w.now), EndsAt: clock.MillisOf(ends),
	})
	if err != nil {
		return out, fmt.Errorf("look: %w", err)
	}
	if out.By, err = (&people{r: tx.Queries}).of(ctx, w.who); err != nil {
		return out, err
	}
	return out, w.note(ctx, tx, "record.look", nil)
}

// Looks answers GET /api/admin/record/{id}/look.
func (s *Service) Looks(ctx context.Context, in *httpd.ByID) (*Looks, error) {
	r := s.DB.Read()
	if _, err := recordOf(ctx, r, in.ID); err != nil {
		return nil, err
	}
	rows, err := r.LooksOf(ctx, query.LooksOfParams{RecordID: in.ID, Now: clock.MillisOf(s.Clock.Now())})
	if err != nil {
		return nil, fmt.Errorf("looks: %w", err)
	}
	out := &Looks{Items: []Look{}}
	p := &people{r: r}
	for _, row := range rows {
		by, err := p.of(ctx, row.UserID)
		if err != nil {
			return nil, err
		}
		out.Items = append(out.Items, Look{ID: row.ID, By: by, CreatedAt: row.CreatedAt.Time(), EndsAt: row.EndsAt.Time()})
	}
	return out, nil
}

type endLookIn struct {
	ID   string `path:"id" maxLength:"64"`
	Look string `path:"look" maxLength:"64"`
}

// EndLook revokes a preview link.
func (s *Service) EndLook(ctx context.Context, in *endLookIn) (*Looks, error) {
	_, err := httpd.WriteOnce(ctx, s.DB, func(ctx context.Context, tx *db.Tx) (*struct{}, error) {
		w, err := s.open(ctx, tx, in.ID)
		if err != nil {
			return nil, err
		}
		n, err := tx.LookEnd(ctx, query.LookEndParams{ID: in.Look, RecordID: in.ID})
		if err != nil {
			return nil, fmt.Errorf("end look: %w", err)
		}
		if n == 0 {
			return nil, nil // revoked already
		}
		return nil, w.note(ctx, tx, "record.look-end", nil)
	})
	if err != nil {
		return nil, err
	}
	return s.Looks(ctx, &httpd.ByID{ID: in.ID})
}
