package redirect

import (
	"context"
	"fmt"
	"net/url"
	"strings"
	"time"

	"shanmen/internal/base/clock"
	"shanmen/internal/base/fault"
	"shanmen/internal/base/locale"
	"shanmen/internal/offer/redirect/address"
	"shanmen/internal/platform/db/query"
	"shanmen/internal/platform/httpd"
)

// Row is a redirect as the office sees it.
type Row struct {
	Path      string    `json:"path" doc:"Without /zh"`
	Target    string    `json:"target" doc:"A path of this site without /zh, or an address elsewhere"`
	External  bool      `json:"external"`
	Title     string    `json:"title,omitempty" doc:"Title of the final target page, in the office's language"`
	Status    int       `json:"status" enum:"301,302" doc:"301: for good; 302: for a while"`
	Active    bool      `json:"active"`
	Unfit     bool      `json:"unfit" doc:"Enabled but not used, because it is unsafe or leads back to itself"`
	Why       string    `json:"why"`
	Times     int64     `json:"times" doc:"Number of requests in 30 days"`
	ChangedAt time.Time `json:"changedAt"`
}

// Rows is a page of the office's list, by address.
type Rows struct {
	Items []Row  `json:"items"`
	Next  string `json:"next,omitempty" doc:"Cursor of the next page, to be sent as after; absent at the end"`
	Total int    `json:"total"`
	More  bool   `json:"more" doc:"Always false: there are few enough to count"`
}

type listIn struct {
	Q     string `query:"q" maxLength:"100" doc:"Part of an address, of a target or of a note"`
	After string `query:"after" maxLength:"2000"`
	Limit int    `query:"limit" default:"50" minimum:"1" maximum:"200"`
}

// List lists the office's redirects.
func (s *Service) List(ctx context.Context, in *listIn) (*Rows, error) {
	r := s.DB.Read()
	stored, err := r.Redirects(ctx)
	if err != nil {
		return nil, fmt.Errorf("redirects: %w", err)
	}
	asked, err := s.times(ctx, true, MostEntries)
	if err != nil {
		return nil, err
	}
	times := map[string]int64{}
	for _, a := range asked {
		times[a.Path] = a.Times
	}
	titles, err := s.titles(ctx, httpd.LocaleOf(ctx))
	if err != nil {
		return nil, err
	}
	used, _ := s.resolve(entries(stored))
	out, word := &Rows{Items: []Row{}}, strings.ToLower(strings.TrimSpace(in.Q))
	for _, e := range stored {
		row := s.row(used, titles, e)
		row.Times = times[address.Of(e.Path)]
		if !strings.Contains(strings.ToLower(strings.Join([]string{e.Path, e.Target, e.Why, row.Title}, "\n")), word) {
			continue
		}
		out.Total++
		switch {
		case in.After != "" && e.Path <= in.After:
		case len(out.Items) < in.Limit:
			out.Items = append(out.Items, row)
		default:
			out.Next = out.Items[len(out.Items)-1].Path
		}
	}
	return out, nil
}

func (s *Service) row(used ways, titles map[string]string, r query.Redirect) Row {
	e := entryOf(r)
	out := Row{
		Path: e.Path, Target: e.Target, External: e.External(), Status: e.Status, Active: e.Active, Why: e.Why, ChangedAt: r.UpdatedAt.Time(),
		Title: titles[e.leads()],
	}
	to, fit := used.to[address.Of(e.Path)]
	out.Unfit = e.Active && !fit
	if fit {
		out.Title = titles[Entry{Target: to.Target}.leads()]
	}
	return out
}

// titles maps page paths to titles.
func (s *Service) titles(ctx context.Context, l locale.Locale) (map[string]string, error) {
	places, err := s.Places(ctx, l)
	if err != nil {
		return nil, err
	}
	out := make(map[string]string, len(places))
	for _, p := range places {
		out[p.Path] = p.Title
	}
	return out, nil
}

// times maps addresses to request counts, highest first.
func (s *Service) times(ctx context.Context, moved bool, most int64) ([]query.AddressTimesRow, error) {
	since := clock.MillisOf(s.Clock.Now().Add(-countedFor))
	rows, err := s.DB.Read().AddressTimes(ctx, query.AddressTimesParams{Since: since, Moved: moved, Most: most})
	if err != nil {
		return nil, fmt.Errorf("counted addresses: %w", err)
	}
	return rows, nil
}

// MissingRow is a requested address that does not exist.
type MissingRow struct {
	Path    string `json:"path"`
	Times   int64  `json:"times" doc:"In 30 days; of an address that is asked for rarely among many others, fewer than it was"`
	Robot   bool   `json:"robot" doc:"Only requested by vulnerability scanners"`
	Perhaps *Place `json:"perhaps,omitempty" doc:"The page with the most similar words"`
}

// MissingRows lists the most requested ones; those of vulnerability scanners are last.
type MissingRows struct {
	Items []MissingRow `json:"items"`
}

// shownMissing is how many of them the office sees.
const shownMissing = 50

// Missing lists addresses that answered 404 in the last 30 days and still do. Nothing is stored about who requested
// them.
func (s *Service) Missing(ctx context.Context, _ *struct{}) (*MissingRows, error) {
	rows, err := s.times(ctx, false, 4*shownMissing)
	if err != nil {
		return nil, err
	}
	places, err := s.Places(ctx, httpd.LocaleOf(ctx))
	if err != nil {
		return nil, err
	}
	there := map[string]bool{}
	for _, p := range places {
		there[p.Path] = true
	}
	people, robots := []MissingRow{}, []MissingRow{} // requests by people rank first
	for _, r := range rows {
		if _, moved := s.Find(r.Path); moved || there[r.Path] {
			continue
		}
		if robot(r.Path) {
			robots = append(robots, MissingRow{Path: r.Path, Times: r.Times, Robot: true})
		} else {
			people = append(people, MissingRow{Path: r.Path, Times: r.Times, Perhaps: like(r.Path, places)})
		}
	}
	all := append(people, robots...)
	return &MissingRows{Items: all[:min(len(all), shownMissing)]}, nil
}

// PlaceRows are the pages that a redirect can lead to.
type PlaceRows struct {
	Items []Place `json:"items"`
}

// Choose lists the pages of the site.
func (s *Service) Choose(ctx context.Context, _ *struct{}) (*PlaceRows, error) {
	places, err := s.Places(ctx, httpd.LocaleOf(ctx))
	return &PlaceRows{Items: places}, err
}

type tryIn struct {
	Path string `query:"path" required:"true" maxLength:"2000" doc:"Path as in the address bar, or on a poster"`
}

// Tried is the result of following an address.
type Tried struct {
	Steps    []string `json:"steps" doc:"The address, intermediate addresses, and the final target; visitors are redirected once"`
	Outcome  string   `json:"outcome" enum:"moved,page,nothing" doc:"moved: it leads elsewhere; page: it is a page itself; nothing: nothing is there"`
	Lost     bool     `json:"lost" doc:"The target is a path of this site that does not exist"`
	Title    string   `json:"title,omitempty" doc:"Title of the target page, in the language of the address"`
	External bool     `json:"external"`
	Status   int      `json:"status,omitempty" enum:"301,302"`
}

// Try follows an address as a visitor would, and returns every step.
func (s *Service) Try(ctx context.Context, in *tryIn) (*Tried, error) {
	typed := strings.TrimSpace(in.Path)
	if u, err := url.Parse(typed); err == nil && u.Host != "" && s.Base != nil && strings.EqualFold(u.Host, s.Base.Host) {
		u.Scheme, u.Host, u.User = "", "", nil
		typed = u.String()
	}
	path, query, _ := strings.Cut(typed, "?")
	path, _, _ = strings.Cut(path, "#")
	asked, ok := address.Tidy(path)
	if !ok {
		return nil, fault.At("path", "redirect-path")
	}
	l, _ := locale.SplitPath(path)
	titles, err := s.titles(ctx, l)
	if err != nil {
		return nil, err
	}
	out := &Tried{Steps: []string{shown(l, asked)}, Outcome: "nothing"}
	w := s.ways.Load()
	if w == nil || w.to[asked].Target == "" {
		there, err := s.Page(ctx, asked)
		if there {
			out.Outcome, out.Title = "page", titles[asked]
		}
		return out, err
	}
	to := w.to[asked]
	out.Outcome, out.External, out.Status = "moved", to.External, to.Status
	for at := w.fit[asked]; ; {
		next, more := w.fit[at.leads()]
		if !more {
			break
		}
		out.Steps = append(out.Steps, shown(l, next.Path))
		at = next
	}
	end := to.Target
	if !to.External {
		if out.Lost, err = s.lost(ctx, end); err != nil {
			return nil, err
		}
		out.Title = titles[Entry{Target: end}.leads()]
		if query != "" && !strings.Contains(end, "?") {
			before, hash, found := strings.Cut(end, "#")
			if end = before + "?" + query; found {
				end += "#" + hash
			}
		}
		end = shown(l, end)
	}
	out.Steps = append(out.Steps, end)
	return out, nil
}

// shown formats a path for display in a language.
func shown(l locale.Locale, path string) string {
	if plain, err := url.PathUnescape(path); err == nil {
		path = plain
	}
	return l.Path(path)
}

// lost returns whether an internal target does not exist.
func (s *Service) lost(ctx context.Context, target string) (bool, error) {
	u, err := url.Parse(target)
	if err != nil {
		return true, nil
	}
	there, err := s.Page(ctx, address.Plain(u.Path))
	return !there, err
}
