package content

import (
	"context"
	"fmt"
	"time"

	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
)

// VersionSetting is the setting that counts changes of content that cached pages show.
const VersionSetting = "content-version"

// keptChanges is how many changes keep their tags. A replica that missed more rebuilds every page.
const keptChanges = 1000

// ChangedTopic is the notification topic of commits that change content; its payload is the Change.
const ChangedTopic = "content"

// TakeBackFor is how long the publishing of a record can be undone.
const TakeBackFor = 30 * time.Second

// Change is a content version and the cache tags that changed with it.
type Change struct {
	Version int64
	Tags    []string
}

// The cache tags. Others end with a key: page:history, offering:light-lamp, event:vesak, form:contact, words:cart.
const (
	TagMenu      = "menu"      // the titles and order of the about-us pages
	TagBanners   = "banners"   // of the home page
	TagCatalogue = "catalogue" // the cards of all offerings
	TagEvents    = "events"    // the cards of all events
	TagSite      = "site"      // the temple's contact details and settings, on every page
	TagPolicies  = "policies"  // the versions of the policies to which new members agree
	TagRedirects = "redirects" // the redirects, which no page shows
)

// TagOf is the tag of one offering or event, by its key.
func TagOf(kind, key string) string { return kind + ":" + key }

func pageTag(key string) string { return "page:" + key }

// faqPage is the page that shows all questions.
const faqPage = "faq"

// Changed invalidates on every replica the pages that used one of the tags (uses.Note). Whatever changes content,
// catalogue, events or settings calls it in its transaction. From this call to the commit other changes wait, so that
// replicas see version numbers in order.
func Changed(ctx context.Context, tx *db.Tx, tags ...string) error {
	version, err := tx.ContentBump(ctx)
	if err != nil {
		return fmt.Errorf("content version: %w", err)
	}
	for _, tag := range tags {
		if err := tx.ContentChange(ctx, query.ContentChangeParams{Version: version, Tag: tag}); err != nil {
			return fmt.Errorf("content change: %w", err)
		}
	}
	if err := tx.ContentForgetChanges(ctx, version-keptChanges); err != nil {
		return fmt.Errorf("old content changes: %w", err)
	}
	tx.Emit(ChangedTopic, Change{version, tags})
	tx.Notify(ChangedTopic)
	return nil
}

// tagsOf lists the tags that a changed page affects: its own, the about-us menu, the FAQ page.
func tagsOf(before query.ContentPage, after query.ContentPutPageParams) []string {
	var tags []string
	if !moved(before, after) {
		tags = append(tags, pageTag(after.Key))
	}
	inMenu := before.Kind == KindAboutUs || after.Kind == KindAboutUs
	if inMenu && (before.Kind != after.Kind || before.Position != after.Position || before.Published != after.Published ||
		before.TitleEn != after.TitleEn || before.TitleZh != after.TitleZh) {
		tags = append(tags, TagMenu)
	}
	if before.Kind == KindFAQ || after.Kind == KindFAQ {
		tags = append(tags, pageTag(faqPage))
	}
	return tags
}

// moved returns whether only a page's order has changed.
func moved(before query.ContentPage, after query.ContentPutPageParams) bool {
	return before.Key != "" && before.Kind == after.Kind && before.Published == after.Published && before.Position != after.Position &&
		before.TitleEn == after.TitleEn && before.TitleZh == after.TitleZh && before.HtmlEn == after.HtmlEn && before.HtmlZh == after.HtmlZh
}

// ChangesAfter reads the changes between two versions. complete is false if some tags were not stored or are deleted;
// then everything may have changed.
func ChangesAfter(ctx context.Context, r db.Reader, after, until int64) (changes []Change, complete bool, err error) {
	if until < after || until-after > keptChanges {
		return nil, false, nil
	}
	rows, err := r.ContentChanges(ctx, query.ContentChangesParams{After: after, Until: until})
	if err != nil {
		return nil, false, fmt.Errorf("content changes: %w", err)
	}
	for _, row := range rows {
		if n := len(changes); n == 0 || changes[n-1].Version != row.Version {
			changes = append(changes, Change{Version: row.Version})
		}
		last := &changes[len(changes)-1]
		last.Tags = append(last.Tags, row.Tag)
	}
	return changes, int64(len(changes)) == until-after, nil
}

// Hold locks publishing until the transaction ends, for callers that count what is published. Lock records first.
func Hold(ctx context.Context, tx *db.Tx) error {
	if err := tx.ContentHold(ctx); err != nil {
		return fmt.Errorf("hold what is on the site: %w", err)
	}
	return nil
}
