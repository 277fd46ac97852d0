package editing

import (
	"context"
	"time"

	"shanmen/internal/base/locale"
	"shanmen/internal/offer/content"
	"shanmen/internal/offer/editing/firstdraft"
	"shanmen/internal/people/account"
	"shanmen/internal/platform/db"
)

// KindPolicy is a text that the law or the accounts need, and the head of the questions.
const KindPolicy = "policy"

// Policies: the program has a place for each.
var policyKind = &Kind{
	Name: KindPolicy, Rank: 2, Fields: pageFields, Fixed: true, Base: "/misc/", space: pageSpace, agreed: account.Policies,
	live: pagesOf(content.KindPolicy), show: showPage(content.KindPolicy), draft: draftPage(content.KindPolicy),
	concerns: policyConcerns, lock: content.Lock, warns: policyWarnings, model: absent,
}

func init() { register(policyKind) }

// policies are the pages that the program has a place for.
var policies = []string{"privacy-policy", "service-policy", "term-and-condition", "faq"}

// absent are policies that are not written yet: drafts of model texts, which the temple reads before it publishes them.
func absent(_ context.Context, _ db.Reader, there []Live) (out []Live, err error) {
	for i, key := range policies {
		written := false
		for _, l := range there {
			written = written || l.Key == key
		}
		if written {
			continue
		}
		title, html, err := firstdraft.Policy(key)
		if err != nil {
			return nil, err
		}
		f := Fields{}
		f.Put("title", title)
		f.Put("html", html)
		out = append(out, Live{Key: key, Position: int64(i), Fields: f, Hidden: true})
	}
	return out, nil
}

// policyWarnings tell that a text is still the model, which nobody may have read.
func policyWarnings(_ context.Context, _ *db.Tx, key string, f Fields, _ time.Time) (out []Finding, err error) {
	_, html, err := firstdraft.Policy(key)
	for _, l := range locale.All {
		if model := html.In(l); model != "" && f["html."+string(l)] == model {
			out = append(out, Finding{Field: "html." + string(l), Code: "model-text"})
		}
	}
	return out, err
}

// policyConcerns is every page once: the foot of each leads to it from then on.
func policyConcerns(_ context.Context, _ *db.Tx, w *work, _ []string) ([]string, error) {
	if w.everOnSite() {
		return nil, nil
	}
	return []string{everyPage}, nil
}
