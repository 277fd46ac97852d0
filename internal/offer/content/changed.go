package content

import (
	"context"
	"fmt"
	"time"

	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
)

// VersionSetting counts the changes of anything that cached pages show.
const VersionSetting = "content-version"

// keptChanges is how many changes keep their tags. A replica that missed more builds every page anew.
const keptChanges = 1000

// ChangedTopic is where a commit that changed content notifies, and tells its Change.
const ChangedTopic = "content"

// TakeBackFor is how long a publishing of a record can be taken back.
const TakeBackFor = 30 * time.Second

// Change is a number of the content and the tags of what changed with it.
type Change struct {
	Version int64
	Tags    []string
}

// The tags of what pages show. Others have a key behind: page:history, offering:light-lamp, event:vesak, form:contact,
// words:cart.
const (
	TagMenu      = "menu"      // the titles of the about-us pages in their order
	TagBanners   = "banners"   // of the home page
	TagCatalogue = "catalogue" // the cards of all offerings
	TagEvents    = "events"    // the cards of all events
	TagSite      = "site"      // the temple's facts and settings, which every page shows
	TagPolicies  = "policies"  // the versions of the policies, which a new member agrees to
	TagRedirects = "redirects" // the office's list of old addresses, which no page shows
)

// TagOf names one offering or event as pages show it, by its key.
func TagOf(kind, key string) string { return kind + ":" + key }

func pageTag(key string) string { return "page:" + key }

// faqPage is the page that all questions stand on.
const faqPage = "faq"

// Changed tells every replica which pages are old: those that used one of the tags (uses.Note). Whatever changes
// content, catalogue, events or settings calls it in its transaction. From here to the commit everybody else who changes
// something waits, so that the numbers are seen in their order.
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

// tagsOf tells what the change of a page shows in: itself, the menu beside the about-us pages, the page of all questions.
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

// moved tells whether a page has got another place and nothing else.
func moved(before query.ContentPage, after query.ContentPutPageParams) bool {
	return before.Key != "" && before.Kind == after.Kind && before.Published == after.Published && before.Position != after.Position &&
		before.TitleEn == after.TitleEn && before.TitleZh == after.TitleZh && before.HtmlEn == after.HtmlEn && before.HtmlZh == after.HtmlZh
}

// ChangesAfter reads the changes above a number, up to another. complete is false when some have left no tags, or these
// are gone: then anything may have changed.
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

// Hold keeps others from putting anything on the site until the transaction ends: for whoever counts what is there. Lock
// records before.
func Hold(ctx context.Context, tx *db.Tx) error {
	if err := tx.ContentHold(ctx); err != nil {
		return fmt.Errorf("hold what is on the site: %w", err)
	}
	return nil
}
