package editing

import (
	"context"
	"regexp"
	"slices"
	"strings"
	"time"

	"shanmen/internal/base/fault"
	"shanmen/internal/base/locale"
	"shanmen/internal/offer/redirect"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/httpd"
	"shanmen/internal/platform/picture"
)

// Finding is a result of the check: a field and a message code (fault.…).
type Finding struct {
	Field   string         `json:"field"`
	Code    string         `json:"code"`
	Params  map[string]any `json:"params,omitempty"`
	Message string         `json:"message" doc:"In the language of the office"`
}

// Checked is what would be published, with errors and warnings.
type Checked struct {
	Rev       int64     `json:"rev" doc:"Revision of the checked draft, to be sent when publishing"`
	Blocks    []Finding `json:"blocks"`
	Warnings  []Finding `json:"warnings"`
	Doubts    []Finding `json:"doubts" doc:"Prices that look like typing errors; they are published only with confirmed"`
	Changed   []string  `json:"changed" doc:"Fields whose published text will change, in the requested languages"`
	Older     []Debt    `json:"older"`
	Addresses []string  `json:"addresses" doc:"Addresses of the pages that will be rendered again, without /zh; * is every page"`
	// Titles names the pages at those of the addresses that belong to a record.
	Titles []PageTitle `json:"titles,omitempty"`
	// Form is the effect of a changed form on open carts and subscriptions.
	Form *FormEffect `json:"form,omitempty"`
}

// PageTitle is the title of the page at an address.
type PageTitle struct {
	Address string      `json:"address" doc:"Without /zh"`
	Title   locale.Text `json:"title" doc:"Title in the draft"`
}

type checkIn struct {
	ID        string `path:"id" maxLength:"64"`
	Languages string `query:"languages" doc:"en, zh, or en,zh"`
	At        string `query:"at" maxLength:"40" doc:"Time of publication; absent: now"`
	Locale    string `query:"locale" doc:"en or zh"`
}

// Check checks the draft as publishing does.
func (s *Service) Check(ctx context.Context, in *checkIn) (*Checked, error) {
	goesAt := s.Clock.Now()
	if in.At != "" {
		var err error
		if goesAt, err = time.Parse(time.RFC3339, in.At); err != nil {
			return nil, fault.At("at", "bad-date")
		}
	}
	var out *Checked
	err := s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error { // under the same lock as publishing; nothing is written
		w, err := s.open(ctx, tx, in.ID)
		if err != nil {
			return err
		}
		chosen, err := w.chosen(strings.Split(in.Languages, ","))
		if err != nil {
			return err
		}
		shown, err := w.shown(ctx, tx)
		if err != nil {
			return err
		}
		seen := shown.with(w.fields, append(chosen, "")...)
		out = &Checked{Rev: w.rev, Warnings: []Finding{}, Doubts: w.doubts(ctx, shown, seen, goesAt), Changed: w.changed(shown, chosen), Older: w.debt()}
		if out.Blocks, err = s.blocks(ctx, tx, w, seen, chosen); err != nil {
			return err
		}
		out.Warnings = w.warnings(chosen)
		if at := w.kind.address(w.record.Key); at != "" && !w.everOnSite() {
			away, err := redirect.Away(ctx, tx, at)
			if err != nil {
				return err
			}
			if away != "" {
				out.Warnings = append(out.Warnings, Finding{Field: w.kind.titleField(), Code: "address-leads-away", Params: map[string]any{"address": at, "target": away}})
			}
		}
		if w.kind.effect != nil {
			if out.Form, err = w.kind.effect(ctx, tx, w); err != nil {
				return err
			}
		}
		if out.Addresses, err = w.concerned(ctx, tx, out.Changed); err != nil {
			return err
		}
		if out.Titles, err = titlesAt(ctx, tx, out.Addresses); err != nil {
			return err
		}
		if w.kind.warns == nil {
			return nil
		}
		found, err := w.kind.warns(ctx, tx, w.record.Key, w.fields, w.now)
		out.Warnings = append(out.Warnings, found...)
		return err
	})
	if err != nil {
		return nil, err
	}
	s.worded(ctx, out.Blocks)
	s.worded(ctx, out.Warnings)
	s.worded(ctx, out.Doubts)
	return out, nil
}

// worded adds the messages to findings.
func (s *Service) worded(ctx context.Context, found []Finding) {
	for i := range found {
		found[i].Message = s.Messages.T(httpd.LocaleOf(ctx), "fault."+found[i].Code, found[i].Params)
	}
}

// chosen returns the languages to publish; always both for a kind that is published in both.
func (w *work) chosen(asked []string) ([]string, error) {
	if w.kind.Both {
		return slices.Clone(languages), nil
	}
	var out []string
	for _, l := range languages {
		if slices.Contains(asked, l) {
			out = append(out, l)
		}
	}
	if len(out) == 0 {
		return nil, fault.At("languages", "required")
	}
	return out, nil
}

// changed lists the fields that publishing changes for visitors.
func (w *work) changed(shown Fields, chosen []string) []string {
	out := []string{}
	for _, f := range w.kind.all(w.fields, shown) {
		for _, name := range f.names() {
			l := languageOf(name)
			if (l == "" || slices.Contains(chosen, l)) && w.fields[name] != shown[name] {
				out = append(out, name)
			}
		}
	}
	return out
}

// blocks lists the reasons why fields cannot be published in the chosen languages.
func (s *Service) blocks(ctx context.Context, tx *db.Tx, w *work, f Fields, chosen []string) ([]Finding, error) {
	out := []Finding{}
	if w.kind.private {
		out = append(out, Finding{Field: w.kind.titleField(), Code: "practice-page"})
	}
	for _, field := range w.kind.all(f) {
		for _, name := range field.names() {
			l := languageOf(name)
			if l != "" && !slices.Contains(chosen, l) {
				continue
			}
			if field.Required && f[name] == "" {
				out = append(out, Finding{Field: name, Code: "required"})
				continue
			}
			// A draft may be older than a validation rule, or come from a version: what could not be saved today is not
			// published.
			if _, _, wrong := field.clean(f[name], w.home()); wrong != nil {
				out = append(out, Finding{Field: name, Code: wrong.Code, Params: wrong.Params})
				continue
			}
			found, err := s.blocksOf(ctx, tx, field, name, f[name])
			if err != nil {
				return nil, err
			}
			out = append(out, found...)
		}
	}
	if w.kind.limits != nil {
		found, err := w.kind.limits(ctx, tx, w.record.Key, f, w.now)
		if err != nil {
			return nil, err
		}
		out = append(out, found...)
	}
	return out, nil
}

// blocksOf checks the links and pictures of a field.
func (s *Service) blocksOf(ctx context.Context, tx *db.Tx, field Field, name, text string) (out []Finding, err error) {
	var links []string
	switch field.Type {
	case FieldPath:
		links = []string{text}
	case FieldOffering:
		if text != "" {
			links = []string{offeringBase + text}
		}
	case FieldPicture:
		if text != "" {
			if out, err = pictureBlocks(ctx, tx, name, text, 1, languages); err != nil {
				return nil, err
			}
		}
	case FieldHTML:
		var pictures []string
		links, pictures = named(text)
		for i, address := range pictures {
			found, err := pictureBlocks(ctx, tx, name, strings.TrimPrefix(address, picture.Prefix), i+1, []string{languageOf(name)})
			if err != nil {
				return nil, err
			}
			out = append(out, found...)
		}
	}
	for _, l := range links {
		p := ownPath(l)
		if p == "" {
			continue
		}
		there, err := s.onSite(ctx, tx, p)
		if err != nil {
			return nil, err
		}
		if !there {
			out = append(out, Finding{Field: name, Code: "link-leads-nowhere", Params: map[string]any{"address": l}})
		}
	}
	return out, nil
}

// pictureBlocks checks that a picture is in the library and has a description in the languages in which it is shown.
func pictureBlocks(ctx context.Context, tx *db.Tx, name, pictureID string, number int, in []string) ([]Finding, error) {
	state, err := picture.Lock(ctx, tx, pictureID)
	if err != nil {
		return nil, err
	}
	params := map[string]any{"number": number}
	if !state.There {
		return []Finding{{Field: name, Code: "picture-gone", Params: params}}, nil
	}
	for _, l := range in {
		if !state.Described[locale.Locale(l)] {
			params["picture"] = pictureID // where the office can add it
			return []Finding{{Field: name, Code: "picture-without-words", Params: params}}, nil
		}
	}
	return nil, nil
}

// onSite returns whether a plain path leads to a published page. The target is locked, so that it cannot be removed
// while a link to it is being published.
func (s *Service) onSite(ctx context.Context, tx *db.Tx, path string) (bool, error) {
	path, err := followed(ctx, tx, path)
	if err != nil {
		return false, err
	}
	target := targetOf(path)
	if id, ok := strings.CutPrefix(target, pictureTarget); ok {
		state, err := picture.Lock(ctx, tx, id)
		return state.There, err
	}
	space, key, _ := strings.Cut(target, ":")
	if found := kindsIn(space); len(found) > 0 {
		return found[0].lock(ctx, tx, key)
	}
	return s.IsPage(path), nil
}

// tracking lists URL parameters with which others track who clicked a link.
var tracking = regexp.MustCompile(`[?&](?:amp;)?(utm_[a-z]+|fbclid|gclid|mc_eid|spm)=`)

var headings = regexp.MustCompile(`<h([2-4])\b`)

// warnings are findings that do not block publishing.
func (w *work) warnings(chosen []string) []Finding {
	out := []Finding{}
	if older := len(w.debt()); older > 0 && slices.Contains(chosen, Chinese) {
		out = append(out, Finding{Field: w.kind.body() + "." + Chinese, Code: "translation-older", Params: map[string]any{"count": older}})
	}
	for _, field := range w.kind.all(w.fields) {
		for _, name := range field.names() {
			if l := languageOf(name); l != "" && !slices.Contains(chosen, l) {
				continue
			}
			if tracking.MatchString(w.fields[name]) {
				out = append(out, Finding{Field: name, Code: "link-tracks"})
			}
			level := byte('1')
			for _, m := range headings.FindAllStringSubmatch(w.fields[name], -1) {
				if m[1][0] > level+1 {
					out = append(out, Finding{Field: name, Code: "heading-skipped"})
					break
				}
				level = m[1][0]
			}
		}
	}
	return out
}
