package editing

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"shanmen/internal/base/locale"
	"shanmen/internal/offer/content"
	"shanmen/internal/offer/form"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
)

// everyPage stands for all addresses.
const everyPage = "*"

// wayPage is the about-us page whose text the contact page also shows.
const wayPage = "getting-here"

// concerned lists the plain addresses of the pages that publishing the changed fields invalidates (content.Changed), so
// that the office can show them in advance. TestCacheTagsAreExact compares them with the pages invalidated.
func (w *work) concerned(ctx context.Context, tx *db.Tx, changed []string, effect *FormEffect) ([]string, error) {
	out := []string{}
	if w.kind.address(w.record.Key) != "" {
		out = append(out, w.shownAt())
	}
	var offerings []string
	switch w.kind.Name {
	case KindPractice: // never published
		return []string{}, nil
	case KindPlace:
		return []string{everyPage}, nil
	case KindPolicy:
		if max(w.record.LiveEn, w.record.LiveZh) == 0 { // the footer of every page will link to it
			return []string{everyPage}, nil
		}
	case KindPage:
		if w.record.Key == wayPage {
			out = append(out, "/contact-us")
		}
		titled := slices.ContainsFunc(changed, func(name string) bool { return strings.HasPrefix(name, "title.") })
		if titled || max(w.record.LiveEn, w.record.LiveZh) == 0 { // its title is in the about-us menu
			rows, err := tx.ContentTitles(ctx, content.KindAboutUs)
			if err != nil {
				return nil, fmt.Errorf("titles beside %s: %w", w.record.Key, err)
			}
			if len(rows) == 0 { // the menu of every page will link to it
				return []string{everyPage}, nil
			}
			for _, r := range rows {
				out = append(out, "/about-us/"+r.Key)
			}
		}
	case KindBanner:
		out = append(out, "/")
	case KindCategory:
		out = append(out, "/blessing-service", "/")
	case KindOffering:
		out = append(out, "/blessing-service", "/")
		offerings = []string{w.record.Key}
	case KindEvent:
		out = append(out, "/event", "/")
	case KindForm:
		if w.record.Key == form.Contact {
			out = append(out, "/contact-us")
		}
		for _, u := range effect.Users {
			if u.Published {
				offerings = append(offerings, u.Key)
				out = append(out, offeringBase+u.Key)
			}
		}
	}
	for _, key := range offerings {
		events, err := tx.EventsOffering(ctx, key)
		if err != nil {
			return nil, fmt.Errorf("events of offering %s: %w", key, err)
		}
		for _, e := range events {
			out = append(out, "/event/"+e)
		}
	}
	return unique(out), nil
}

// shownAt is the plain address of the main page that shows a record.
func (w *work) shownAt() string {
	at, _, _ := strings.Cut(w.kind.address(w.record.Key), "#")
	switch {
	case at != "":
		return at
	case w.kind.Name == KindCategory:
		return "/blessing-service"
	}
	return "/"
}

// titlesAt returns the titles of the pages at addresses. The home page and the lists have no record, so the office's
// screen names them itself.
func titlesAt(ctx context.Context, tx *db.Tx, addresses []string) ([]PageTitle, error) {
	var out []PageTitle
	for _, address := range addresses {
		name, key, ok := strings.Cut(targetOf(address), ":")
		if !ok {
			continue
		}
		kinds := []string{name}
		if name == KindPage { // questions and policies have page addresses
			kinds = sharedKeys
		}
		for _, kind := range kinds {
			r, err := tx.RecordByKey(ctx, query.RecordByKeyParams{Kind: kind, Key: key})
			if errors.Is(err, db.ErrNoRows) {
				continue
			}
			if err != nil {
				return nil, fmt.Errorf("title at %s: %w", address, err)
			}
			out = append(out, PageTitle{Address: address, Title: locale.Text{EN: r.TitleEn, ZH: r.TitleZh}})
			break
		}
	}
	return out, nil
}

// unique removes duplicates.
func unique(all []string) []string {
	out := []string{}
	for _, one := range all {
		if !slices.Contains(out, one) {
			out = append(out, one)
		}
	}
	return out
}
