package editing

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"shanmen/internal/base/clock"
	"shanmen/internal/base/fault"
	"shanmen/internal/people/account"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
	"shanmen/internal/platform/httpd"
	"shanmen/internal/platform/outbox"
)

// Asked is a colleague who was asked to write a language that is not published. The request ends when that language is
// published.
type Asked struct {
	Language string    `json:"language" enum:"en,zh"`
	Who      Person    `json:"who"`
	By       Person    `json:"by" doc:"Name of the person who asked"`
	At       time.Time `json:"at"`
}

// asked returns the unpublished language that somebody was asked to write, or "".
func asked(r query.Record) string {
	live := r.LiveEn
	if r.AskedFor == Chinese {
		live = r.LiveZh
	}
	if r.AskedID == "" || live > 0 {
		return ""
	}
	return r.AskedFor
}

func askedOf(ctx context.Context, p *people, r query.Record) (*Asked, error) {
	language := asked(r)
	if language == "" {
		return nil, nil
	}
	who, err := p.of(ctx, r.AskedID)
	if err != nil {
		return nil, err
	}
	by, err := p.of(ctx, r.AskedBy)
	return &Asked{Language: language, Who: who, By: by, At: r.AskedAt.Time().UTC()}, err
}

// WriterList lists the colleagues who may edit the site.
type WriterList struct {
	Items []Person `json:"items"`
}

// Writers answers GET /api/admin/record/{id}/ask.
func (s *Service) Writers(ctx context.Context, in *httpd.ByID) (*WriterList, error) {
	if _, err := recordOf(ctx, s.DB.Read(), in.ID); err != nil {
		return nil, err
	}
	rows, err := s.DB.Read().Writers(ctx)
	if err != nil {
		return nil, fmt.Errorf("writers: %w", err)
	}
	out := &WriterList{Items: make([]Person, len(rows))}
	for i, row := range rows {
		out.Items[i] = Person{ID: row.ID, Name: row.Name}
	}
	return out, nil
}

type askIn struct {
	ID   string `path:"id" maxLength:"64"`
	Body struct {
		Who      string `json:"who" maxLength:"64" doc:"User id of an editor"`
		Language string `json:"language" enum:"en,zh"`
	}
}

// Ask asks one colleague to write a language that is not published. They get a mail, and the request is on their first
// page until the language is published or the request is withdrawn.
func (s *Service) Ask(ctx context.Context, in *askIn) (*Added, error) {
	return s.change(ctx, in.ID, func(ctx context.Context, tx *db.Tx, w *work) error {
		language := in.Body.Language
		switch {
		case w.kind.private:
			return fault.Invalid("practice-page")
		case w.record.TakenAt > 0:
			return fault.Invalid("taken-away")
		case !slices.Contains(languages, language):
			return fault.At("language", "not-a-choice")
		case w.live(language) > 0:
			return fault.Invalid("language-on-site")
		case asked(w.record) != "":
			return fault.Invalid("already-asked")
		}
		writers, err := tx.Writers(ctx)
		if err != nil {
			return fmt.Errorf("writers: %w", err)
		}
		if !slices.ContainsFunc(writers, func(one query.WritersRow) bool { return one.ID == in.Body.Who }) {
			return fault.At("who", "not-a-choice")
		}
		if err := w.ask(ctx, tx, in.Body.Who, language); err != nil {
			return err
		}
		if err := w.tellAsked(ctx, tx); err != nil {
			return err
		}
		return w.note(ctx, tx, "record.ask", map[string]any{"language": language, "who": in.Body.Who})
	})
}

// AskWithdraw withdraws the request. It is idempotent.
func (s *Service) AskWithdraw(ctx context.Context, in *httpd.ByID) (*Added, error) {
	return s.change(ctx, in.ID, func(ctx context.Context, tx *db.Tx, w *work) error {
		if asked(w.record) == "" {
			return nil
		}
		if err := w.ask(ctx, tx, "", ""); err != nil {
			return err
		}
		return w.note(ctx, tx, "record.ask-withdraw", nil)
	})
}

// ask stores who is asked to write a language; "" for nobody.
func (w *work) ask(ctx context.Context, tx *db.Tx, who, language string) error {
	r := &w.record
	r.AskedID, r.AskedFor, r.AskedBy, r.AskedAt = who, language, "", 0
	if who != "" {
		r.AskedBy, r.AskedAt = w.who, clock.MillisOf(w.now)
	}
	err := tx.RecordAsk(ctx, query.RecordAskParams{AskedID: r.AskedID, AskedBy: r.AskedBy, AskedFor: r.AskedFor, AskedAt: r.AskedAt, ID: r.ID})
	if err != nil {
		return fmt.Errorf("ask: %w", err)
	}
	return nil
}

// tellAsked mails the colleague, unless they asked themselves.
func (w *work) tellAsked(ctx context.Context, tx *db.Tx) error {
	u, err := account.Find(ctx, tx.Queries, w.record.AskedID)
	if errors.Is(err, fault.NotFound()) || err == nil && (u.MailTo() == "" || u.ID == w.who) {
		return nil // without an address: their first page shows it too
	}
	if err != nil {
		return err
	}
	by, err := account.NameOf(ctx, tx.Queries, w.who)
	if err != nil {
		return err
	}
	title := textOf(w.fields, w.kind.titleField())
	words := title.In(u.Locale)
	if words == "" {
		words = title.EN + title.ZH // the language that is written
	}
	template := "asked-to-write-en"
	if w.record.AskedFor == Chinese {
		template = "asked-to-write-zh"
	}
	mail := outbox.Mail{To: u.MailTo(), Name: u.Name, Locale: u.Locale, Template: template, Params: map[string]string{
		"title": words, "by": by, "path": u.Locale.Path("/admin/pages/" + w.record.ID),
	}}
	if err := outbox.AddMail(ctx, tx, mail, "", w.now); err != nil {
		return fmt.Errorf("letter to who was asked: %w", err)
	}
	return nil
}
