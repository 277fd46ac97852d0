// Package content has what the temple writes about itself: about-us pages, policies, FAQ, banners, and the facts on
// every page.
//
// A change of what pages show calls Changed with its cache tags (decision 26). A preview replaces live rows by a draft
// (WithDraft): code that reads rows of a record asks DraftIn. Such a page is built for one request and never cached.
// Settings are checked, written and audited in setting.go, one audit entry each; tax_spans keeps every GST and IPC
// registration, and a document uses the one of its own date.
package content

import (
	"context"
	"errors"
	"fmt"
	"time"

	"shanmen/internal/base/clock"
	"shanmen/internal/base/locale"
	"shanmen/internal/base/markup"
	"shanmen/internal/base/uses"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
	"shanmen/internal/platform/picture"
)

// Service reads the content.
type Service struct {
	DB    *db.DB
	Clock clock.Clock
}

// The kinds of pages.
const (
	KindAboutUs = "about-us"
	KindPolicy  = "policy" // the pages under /misc, including the introduction of the FAQ
	KindFAQ     = "faq"    // one FAQ entry; its title is the question
)

// Page is a content page in one language.
type Page struct {
	Key       string    `json:"key"`
	Title     string    `json:"title"`
	HTML      string    `json:"html" doc:"Sanitised"`
	UpdatedAt time.Time `json:"updatedAt"`
	// OtherLanguage: there is no translation, so text and title are in the other language.
	OtherLanguage bool `json:"otherLanguage,omitempty" doc:"The text is not translated and is returned in the other language"`
}

// Find reads a published page of any kind, or returns fault.NotFound.
func Find(ctx context.Context, r db.Reader, l locale.Locale, key string) (*Page, error) {
	p, _, err := find(ctx, r, l, key)
	return p, err
}

func find(ctx context.Context, r db.Reader, l locale.Locale, key string) (*Page, string, error) {
	uses.Note(ctx, pageTag(key))
	row, err := r.ContentPage(ctx, key)
	if d := DraftIn(ctx); d.Page != nil && d.Page.Key == key && (err == nil || errors.Is(err, db.ErrNoRows)) {
		row, err = d.row(row), nil
	}
	if err != nil {
		return nil, "", db.NotFound(fmt.Errorf("content page %s: %w", key, err))
	}
	p, err := pageIn(ctx, r, row, l)
	return p, row.Kind, err
}

// pageIn returns the page in the language if its text exists in it, otherwise completely in the other: a title and a
// text in different languages would look like a mistake.
func pageIn(ctx context.Context, r db.Reader, row query.ContentPage, l locale.Locale) (*Page, error) {
	other := row.HtmlEn == ""
	if l == locale.ZH {
		other = row.HtmlZh == ""
	}
	if other && (row.HtmlEn == "") != (row.HtmlZh == "") {
		l = otherThan(l)
	} else {
		other = false
	}
	text, err := picture.HTML(ctx, r, l, locale.Text{EN: row.HtmlEn, ZH: row.HtmlZh}.In(l))
	if err != nil {
		return nil, err
	}
	return &Page{
		Key: row.Key, Title: locale.Text{EN: row.TitleEn, ZH: row.TitleZh}.In(l),
		HTML:      text,
		UpdatedAt: row.UpdatedAt.Time(), OtherLanguage: other,
	}, nil
}

func otherThan(l locale.Locale) locale.Locale {
	if l == locale.ZH {
		return locale.EN
	}
	return locale.ZH
}

// NewPage is the content of a page to save. A language without translation is empty.
type NewPage struct {
	Key, Kind   string
	Position    int64
	Title, HTML locale.Text
	Hidden      bool // not published
}

// Save sanitises and saves a page.
func Save(ctx context.Context, tx *db.Tx, n NewPage, now time.Time) error {
	before, err := tx.ContentPageLock(ctx, n.Key)
	if err != nil && !errors.Is(err, db.ErrNoRows) {
		return fmt.Errorf("save content page %s: %w", n.Key, err)
	}
	after := query.ContentPutPageParams{
		Key: n.Key, Kind: n.Kind, Position: n.Position, TitleEn: n.Title.EN, TitleZh: n.Title.ZH,
		HtmlEn: markup.Clean(n.HTML.EN), HtmlZh: markup.Clean(n.HTML.ZH), Published: !n.Hidden, UpdatedAt: clock.MillisOf(now),
	}
	if moved(before, after) {
		after.UpdatedAt = before.UpdatedAt // the text did not change, so its date stays
	}
	if err := tx.ContentPutPage(ctx, after); err != nil {
		return fmt.Errorf("save content page %s: %w", n.Key, err)
	}
	tags := tagsOf(before, after)
	if before.Published != after.Published {
		leads, err := onEveryPage(ctx, tx, n.Kind)
		if err != nil {
			return err
		}
		if leads {
			tags = append(tags, TagSite)
		}
	}
	return Changed(ctx, tx, tags...)
}

// onEveryPage returns whether publishing or removing a page adds or removes a link in the menu or footer of every page:
// of a policy, or of the first about-us page.
func onEveryPage(ctx context.Context, tx *db.Tx, kind string) (bool, error) {
	if kind != KindAboutUs {
		return kind == KindPolicy, nil
	}
	titles, err := tx.ContentTitles(ctx, KindAboutUs)
	if err != nil {
		return false, fmt.Errorf("about-us titles: %w", err)
	}
	return len(titles) <= 1, nil
}

// DropPage deletes a page that visitors do not see.
func DropPage(ctx context.Context, tx *db.Tx, key string) error {
	if err := tx.ContentDropPage(ctx, key); err != nil {
		return fmt.Errorf("drop content page %s: %w", key, err)
	}
	return nil
}

// Lock locks a page until the transaction ends, and returns whether visitors see it.
func Lock(ctx context.Context, tx *db.Tx, key string) (onSite bool, err error) {
	p, err := tx.ContentPageLock(ctx, key)
	if errors.Is(err, db.ErrNoRows) {
		return false, nil
	}
	if err != nil {
		return false, fmt.Errorf("lock content page %s: %w", key, err)
	}
	return p.Published, nil
}

// Address is a page's path. Questions have none; they are on the FAQ page.
type Address struct {
	Kind, Key string
	UpdatedAt time.Time
	HTML      locale.Text // as saved, if it has pictures of the library
}

// Addresses lists all published pages and questions with their last change.
func (s *Service) Addresses(ctx context.Context) ([]Address, error) {
	rows, err := s.DB.Read().ContentAddresses(ctx)
	if err != nil {
		return nil, fmt.Errorf("addresses of content: %w", err)
	}
	var out []Address
	for _, r := range rows {
		out = append(out, Address{r.Kind, r.Key, r.UpdatedAt.Time(), locale.Text{EN: r.HtmlEn, ZH: r.HtmlZh}})
	}
	return out, nil
}

// Rename changes a page's key, the last part of its address. The caller creates the redirect from the old one.
func Rename(ctx context.Context, tx *db.Tx, was, key string) error {
	if err := tx.ContentPageKey(ctx, query.ContentPageKeyParams{Key: key, Was: was}); err != nil {
		return fmt.Errorf("rename page %s: %w", was, err)
	}
	return Changed(ctx, tx, pageTag(was), pageTag(key), TagMenu)
}
