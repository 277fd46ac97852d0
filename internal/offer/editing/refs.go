package editing

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strings"

	"golang.org/x/net/html"

	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
	"shanmen/internal/platform/picture"
)

// The contexts in which a record refers to something.
const (
	slotDraft     = "draft"
	slotLive      = "live"
	slotScheduled = "scheduled"
	slotBefore    = "before" // published before a publishing that can still be undone
)

// putRefs replaces a record's references in a context; no fields: none.
func putRefs(ctx context.Context, tx *db.Tx, owner, slot string, k *Kind, f Fields) error {
	if err := tx.RefDrop(ctx, query.RefDropParams{Owner: owner, Slot: slot}); err != nil {
		return fmt.Errorf("refs: %w", err)
	}
	return addRefs(ctx, tx, owner, slot, k, f)
}

// keepBefore protects previously published pictures from deletion while the publishing can be undone. Several
// publishings within that time are all covered, because they can be undone one after the other.
func (w *work) keepBefore(ctx context.Context, tx *db.Tx, shown Fields) error {
	if newest := max(w.record.LiveEn, w.record.LiveZh); newest > 0 {
		v, err := tx.Version(ctx, query.VersionParams{RecordID: w.record.ID, Number: newest})
		if err != nil {
			return fmt.Errorf("version %d: %w", newest, err)
		}
		if v.Why == whyPublish && !w.now.After(v.At.Time().Add(TakeBackFor)) {
			return addRefs(ctx, tx, w.record.ID, slotBefore, w.kind, shown)
		}
	}
	return putRefs(ctx, tx, w.record.ID, slotBefore, w.kind, shown)
}

func addRefs(ctx context.Context, tx *db.Tx, owner, slot string, k *Kind, f Fields) error {
	all, err := targets(ctx, tx, k, f)
	if err != nil {
		return err
	}
	for _, target := range all {
		if pictureID, ok := strings.CutPrefix(target, pictureTarget); ok { // locked against deletion
			if _, err := picture.Lock(ctx, tx, pictureID); err != nil {
				return err
			}
		}
		if err := tx.RefAdd(ctx, query.RefAddParams{Owner: owner, Slot: slot, Target: target}); err != nil {
			return fmt.Errorf("refs: %w", err)
		}
	}
	return nil
}

// targets lists what fields refer to, in the form of refs with current keys.
func targets(ctx context.Context, r db.Reader, k *Kind, f Fields) ([]string, error) {
	var out []string
	var failed error
	add := func(address string) {
		address, err := followed(ctx, r, address)
		failed = errors.Join(failed, err)
		if t := targetOf(address); t != "" && !slices.Contains(out, t) {
			out = append(out, t)
		}
	}
	for _, field := range k.all(f) {
		for _, name := range field.names() {
			switch field.Type {
			case FieldPath:
				add(f[name])
			case FieldPicture:
				if f[name] != "" {
					add(picture.Prefix + f[name])
				}
			case FieldOffering:
				add(offeringBase + f[name])
			case FieldForm:
				if f[name] != "" {
					out = append(out, formKind.target(f[name]))
				}
			case FieldHTML:
				links, pictures := named(f[name])
				for _, l := range links {
					add(l)
				}
				for _, p := range pictures {
					add(p)
				}
			}
		}
	}
	slices.Sort(out)
	return out, failed
}

// pictureTarget is the prefix of library pictures in refs.
const pictureTarget = "media:"

// named lists the addresses of a text's links and pictures.
func named(text string) (links, pictures []string) {
	z := html.NewTokenizer(strings.NewReader(text))
	for {
		switch z.Next() {
		case html.ErrorToken:
			return links, pictures
		case html.StartTagToken, html.SelfClosingTagToken:
			t := z.Token()
			for _, a := range t.Attr {
				switch {
				case t.Data == "a" && a.Key == "href":
					links = append(links, a.Val)
				case t.Data == "img" && a.Key == "src":
					pictures = append(pictures, a.Val)
				}
			}
		}
	}
}

// ownPath is the plain path of a site address; "" for any other.
func ownPath(address string) string {
	u, err := url.Parse(address)
	if err != nil || u.Host != "" || u.Scheme != "" || !strings.HasPrefix(u.Path, "/") {
		return ""
	}
	p := u.Path
	if p == "/zh" || strings.HasPrefix(p, "/zh/") {
		p = strings.TrimPrefix(p, "/zh")
	}
	if p = strings.TrimSuffix(p, "/"); p == "" {
		p = "/"
	}
	return p
}

// targetOf is the ref of a site address: page:history, offering:light-lamp, event:vesak, media:ID.
func targetOf(address string) string {
	p := ownPath(address)
	at := strings.LastIndexByte(p, '/') + 1
	if at == len(p) {
		return ""
	}
	if p[:at] == picture.Prefix {
		return pictureTarget + p[at:]
	}
	for _, k := range kinds {
		if k.Base == p[:at] && k.lock != nil {
			return k.space + ":" + p[at:]
		}
	}
	return ""
}
