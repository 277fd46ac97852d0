package office

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"
	"unicode/utf8"

	"shanmen/internal/audit"
	"shanmen/internal/content"
	"shanmen/internal/db"
	"shanmen/internal/db/query"
	"shanmen/internal/fault"
	"shanmen/internal/locale"
)

// The longest that a page may be, in characters of one language.
const (
	longestTitle = 200
	longestHTML  = 60_000
)

// ContentState is a page as it is stored: sanitised, in both languages.
type ContentState struct {
	Key       string      `json:"key"`
	Title     locale.Text `json:"title"`
	HTML      locale.Text `json:"html"`
	UpdatedAt time.Time   `json:"updatedAt"`
}

type contentIn struct {
	Key  string `path:"key"`
	Body struct {
		Title locale.Text `json:"title"`
		HTML  locale.Text `json:"html" doc:"Sanitised; a language without a translation is empty"`
	}
}

// EditContent changes the words of a page for every visitor at once; one that is not published stays so. The
// trail keeps what they were.
func (s *Service) EditContent(ctx context.Context, in *contentIn) (*ContentState, error) {
	var wrong []fault.Field
	check := func(path, text string, most int) {
		if utf8.RuneCountInString(text) > most {
			wrong = append(wrong, fault.Field{Path: path, Code: "too-long", Params: map[string]any{"max": most}})
		}
	}
	b := in.Body
	check("title.en", b.Title.EN, longestTitle)
	check("title.zh", b.Title.ZH, longestTitle)
	check("html.en", b.HTML.EN, longestHTML)
	check("html.zh", b.HTML.ZH, longestHTML)
	if strings.TrimSpace(b.Title.EN+b.Title.ZH) == "" {
		wrong = append(wrong, fault.Field{Path: "title", Code: "required"})
	}
	if err := fault.InvalidFields(wrong); err != nil {
		return nil, err
	}
	now := s.Clock.Now()
	return db.WriteValue(ctx, s.DB, func(ctx context.Context, tx *db.Tx) (*ContentState, error) {
		row, err := tx.ContentPageLock(ctx, in.Key)
		if errors.Is(err, db.ErrNoRows) {
			return nil, fault.NotFound()
		}
		if err != nil {
			return nil, fmt.Errorf("content page: %w", err)
		}
		page := content.NewPage{Key: row.Key, Kind: row.Kind, Position: row.Position, Title: b.Title, HTML: b.HTML, Hidden: !row.Published}
		err = content.Save(ctx, tx, page, now)
		if err != nil {
			return nil, err
		}
		saved, err := tx.ContentPageLock(ctx, in.Key)
		if err != nil {
			return nil, fmt.Errorf("content page: %w", err)
		}
		return contentState(saved), audit.Record(ctx, tx, now, audit.Entry{
			ActorID: actorOf(ctx), Action: "content.edit", Subject: "content:" + row.Key, Before: contentAudit(row), After: contentAudit(saved),
		})
	})
}

func contentState(p query.ContentPage) *ContentState {
	return &ContentState{
		Key: p.Key, Title: locale.Text{EN: p.TitleEn, ZH: p.TitleZh}, HTML: locale.Text{EN: p.HtmlEn, ZH: p.HtmlZh},
		UpdatedAt: p.UpdatedAt.Time(),
	}
}

func contentAudit(p query.ContentPage) map[string]string {
	return map[string]string{"title-en": p.TitleEn, "title-zh": p.TitleZh, "html-en": p.HtmlEn, "html-zh": p.HtmlZh}
}
