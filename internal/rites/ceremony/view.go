package ceremony

import (
	"context"
	"encoding/base64"
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"shanmen/internal/base/fault"
	"shanmen/internal/base/keyset"
	"shanmen/internal/base/locale"
	"shanmen/internal/base/lunar"
	"shanmen/internal/people/account"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
	"shanmen/internal/platform/httpd"
)

// EntryCounts counts entries by state, each exact up to 10,000; 10,001 means that there are more.
type EntryCounts struct {
	Collected int64 `json:"collected"`
	Checked   int64 `json:"checked"`
	Printed   int64 `json:"printed"`
	Done      int64 `json:"done"`
	Withdrawn int64 `json:"withdrawn"`
	Look      int64 `json:"look" doc:"Entries to check that have a warning"`
	Again     int64 `json:"again" doc:"Entries to print again"`
	Late      int64 `json:"late" doc:"Entries ordered after closing, which wait for a decision"`
	TakeOut   int64 `json:"takeOut" doc:"Printed entries that were withdrawn and whose sheets have to be taken out"`
	Unpaid    int64 `json:"unpaid" doc:"Orders not yet paid"`
}

// CeremonySitting is the time and hall of a sitting.
type CeremonySitting struct {
	No       int64       `json:"no,omitempty" minimum:"0" maximum:"20" doc:"Session number; when a ceremony is changed, its number before, so that its names stay with it; absent: a new session"`
	StartsAt time.Time   `json:"startsAt"`
	EndsAt   time.Time   `json:"endsAt"`
	Hall     string      `json:"hall,omitempty" maxLength:"40" doc:"Key of the hall where the session takes place; names of lamps in that hall are read in this session; absent: the place is given in words"`
	Place    locale.Text `json:"place"`
}

// CeremonySource is an offering or option that a list collects.
type CeremonySource struct {
	OfferingID   string     `json:"offeringId" maxLength:"64"`
	OptionID     string     `json:"optionId,omitempty" maxLength:"64" doc:"Option id; empty: all options of the offering"`
	Kind         string     `json:"kind" enum:"departed,ancestors,creditors,infant,living,lamp,petition"`
	OrderedFrom  *time.Time `json:"orderedFrom,omitempty"`
	OrderedUntil *time.Time `json:"orderedUntil,omitempty"`
}

// CeremonyMark is a done mark.
type CeremonyMark struct {
	ID        string     `json:"id"`
	Sitting   int64      `json:"sitting"`
	Entries   int64      `json:"entries"`
	By        string     `json:"by"`
	At        time.Time  `json:"at"`
	BackUntil *time.Time `json:"backUntil,omitempty" doc:"It can be undone until then"`
	Photo     string     `json:"photo,omitempty" doc:"Picture id"`
}

// CeremonyView is a ceremony with the progress of its list.
type CeremonyView struct {
	ID        string            `json:"id"`
	Key       string            `json:"key"`
	Title     locale.Text       `json:"title"`
	Gathers   string            `json:"gathers" enum:"bought,running"`
	Script    string            `json:"script" enum:"hans,hant"`
	Paper     bool              `json:"paper" doc:"Names are printed on sheets; false: names are only read aloud"`
	StartsAt  time.Time         `json:"startsAt"`
	Lunar     string            `json:"lunar" doc:"Lunar date of its first session: 十月十五"`
	LunarYear string            `json:"lunarYear" doc:"丙午"`
	ClosesAt  *time.Time        `json:"closesAt,omitempty"`
	ClosedAt  *time.Time        `json:"closedAt,omitempty"`
	DoneAt    *time.Time        `json:"doneAt,omitempty"`
	Filling   bool              `json:"filling"`
	FillDone  int64             `json:"fillDone"`
	FillTotal int64             `json:"fillTotal"`
	Counts    EntryCounts       `json:"counts"`
	Signs     bool              `json:"signs" doc:"At least one zodiac sign is known, so the list can be filtered by sign"`
	Sittings  []CeremonySitting `json:"sittings"`
	Sources   []CeremonySource  `json:"sources"`
	Marks     []CeremonyMark    `json:"marks"`
}

// CeremonyList is a page of ceremonies.
type CeremonyList struct {
	Items []CeremonyView `json:"items"`
	Next  string         `json:"next,omitempty"`
}

type ceremoniesIn struct {
	Which string `query:"which" enum:"now,closed,done,all" default:"now"`
	After string `query:"after" maxLength:"200"`
	Limit int64  `query:"limit" default:"25" minimum:"1" maximum:"100"`
}

// List lists ceremonies: upcoming ones soonest first, past ones latest first.
func (s *Service) List(ctx context.Context, in *ceremoniesIn) (*CeremonyList, error) {
	key, err := keyset.Parse(in.After)
	if err != nil {
		return nil, err
	}
	r := s.DB.Read()
	var rows []query.Ceremony
	switch in.Which {
	case "now", "closed":
		rows, err = r.CeremoniesAhead(ctx, query.CeremoniesAheadParams{At: int64(key.At), ID: key.ID, Which: in.Which, Most: in.Limit + 1})
	default:
		if in.After == "" {
			key.At = math.MaxInt64
		}
		which := map[string]string{"done": "done"}[in.Which]
		rows, err = r.CeremoniesBehind(ctx, query.CeremoniesBehindParams{At: int64(key.At), ID: key.ID, Which: which, Most: in.Limit + 1})
	}
	if err != nil {
		return nil, fmt.Errorf("ceremonies: %w", err)
	}
	out := &CeremonyList{Items: []CeremonyView{}}
	if int64(len(rows)) > in.Limit {
		rows = rows[:in.Limit]
		last := rows[len(rows)-1]
		out.Next = keyset.Key{At: last.StartsAt, ID: last.ID}.String()
	}
	for _, c := range rows {
		v, err := s.view(ctx, r, c)
		if err != nil {
			return nil, err
		}
		out.Items = append(out.Items, *v)
	}
	return out, nil
}

type ceremonyIn struct {
	ID string `path:"id" maxLength:"64"`
}

// Get is one ceremony.
func (s *Service) Get(ctx context.Context, in *ceremonyIn) (*CeremonyView, error) {
	r := s.DB.Read()
	c, err := find(ctx, r, in.ID)
	if err != nil {
		return nil, err
	}
	return s.view(ctx, r, c)
}

func (s *Service) view(ctx context.Context, r db.Reader, c query.Ceremony) (*CeremonyView, error) {
	out := &CeremonyView{
		ID: c.ID, Key: c.Key, Title: locale.Text{EN: c.TitleEn, ZH: c.TitleZh}, Gathers: c.Gathers, Script: c.Script, Paper: c.Paper,
		StartsAt: c.StartsAt.Time(), ClosesAt: c.ClosesAt.Moment(), ClosedAt: c.ClosedAt.Moment(), DoneAt: c.DoneAt.Moment(),
		Filling: c.FillState != "", FillDone: c.FillDone, FillTotal: c.FillTotal, Sittings: []CeremonySitting{}, Sources: []CeremonySource{}, Marks: []CeremonyMark{},
	}
	if moon, ok := lunar.FromSolar(lunar.DayOf(c.StartsAt.Time())); ok {
		out.Lunar, out.LunarYear = moon.ChineseDay(), moon.ChineseYear()
	}
	counts, err := r.ListEntryCounts(ctx, c.ID)
	if err != nil {
		return nil, fmt.Errorf("counts: %w", err)
	}
	out.Counts = EntryCounts{counts.Collected, counts.Checked, counts.Printed, counts.Done, counts.Withdrawn, counts.Look, counts.Again, counts.Late, counts.ToTakeOut, 0}
	if c.Gathers == Bought && c.DoneAt == 0 {
		if out.Counts.Unpaid, err = r.OrdersUnpaidCount(ctx, c.ID); err != nil {
			return nil, fmt.Errorf("unpaid orders: %w", err)
		}
	}
	known, err := r.ListHasSigns(ctx, c.ID)
	if err != nil {
		return nil, fmt.Errorf("signs of a list: %w", err)
	}
	out.Signs = known > 0
	if err := s.parts(ctx, r, c, out); err != nil {
		return nil, err
	}
	marks, err := r.DoneMarksOf(ctx, c.ID)
	if err != nil {
		return nil, fmt.Errorf("marks: %w", err)
	}
	for _, m := range marks {
		one := CeremonyMark{ID: m.ID, Sitting: m.Sitting, Entries: m.Entries, At: m.At.Time(), Photo: m.PhotoID}
		if one.By, err = account.NameOf(ctx, r, m.ByID); err != nil {
			return nil, err
		}
		if until := m.At.Time().Add(TakeBackFor); m.ToldAt == 0 && until.After(s.Clock.Now()) {
			one.BackUntil = &until
		}
		out.Marks = append(out.Marks, one)
	}
	return out, nil
}

func (s *Service) parts(ctx context.Context, r db.Reader, c query.Ceremony, out *CeremonyView) error {
	var err error
	if out.Sittings, err = sittingsOf(ctx, r, c.ID); err != nil {
		return err
	}
	sources, err := r.Sources(ctx, c.ID)
	if err != nil {
		return fmt.Errorf("sources: %w", err)
	}
	for _, o := range sources {
		out.Sources = append(out.Sources, CeremonySource{o.OfferingID, o.OptionID, o.Kind, o.OrderedFromAt.Moment(), o.OrderedUntil.Moment()})
	}
	return nil
}

func sittingsOf(ctx context.Context, r db.Reader, ceremonyID string) ([]CeremonySitting, error) {
	rows, err := r.Sittings(ctx, ceremonyID)
	if err != nil {
		return nil, fmt.Errorf("sittings: %w", err)
	}
	halls, err := hallKeys(ctx, r, rows)
	if err != nil {
		return nil, err
	}
	out := make([]CeremonySitting, 0, len(rows))
	for _, t := range rows {
		out = append(out, CeremonySitting{t.Seq, t.StartsAt.Time(), t.EndsAt.Time(), halls[t.HallID], locale.Text{EN: t.PlaceEn, ZH: t.PlaceZh}})
	}
	return out, nil
}

// act is an idempotent action on a ceremony. It answers with the list's new state.
func (s *Service) act(ctx context.Context, ceremonyID string, do func(context.Context, *db.Tx) error) (*CeremonyView, error) {
	return httpd.WriteOnce(ctx, s.DB, func(ctx context.Context, tx *db.Tx) (*CeremonyView, error) {
		if err := do(ctx, tx); err != nil {
			return nil, err
		}
		c, err := find(ctx, tx.Queries, ceremonyID)
		if err != nil {
			return nil, err
		}
		return s.view(ctx, tx.Queries, c)
	})
}

// Close closes a list by hand.
func (s *Service) Close(ctx context.Context, in *ceremonyIn) (*CeremonyView, error) {
	return s.act(ctx, in.ID, func(ctx context.Context, tx *db.Tx) error {
		return s.close(ctx, tx, in.ID, httpd.VisitorOf(ctx).UserID)
	})
}

// Reopen opens a closed list again.
func (s *Service) Reopen(ctx context.Context, in *ceremonyIn) (*CeremonyView, error) {
	return s.act(ctx, in.ID, func(ctx context.Context, tx *db.Tx) error { return s.reopen(ctx, tx, in.ID) })
}

type doneCeremonyIn struct {
	ID   string `path:"id" maxLength:"64"`
	Body struct {
		Sitting  int64       `json:"sitting" minimum:"1" maximum:"99"`
		Entries  []string    `json:"entries,omitempty" maxItems:"100" doc:"Entry ids; empty: all entries of the session"`
		LeaveOut bool        `json:"leaveOut,omitempty" doc:"Skip entries that are not printed; otherwise they prevent the mark"`
		Photo    string      `json:"photo,omitempty" maxLength:"64" doc:"Id of a library picture"`
		Words    locale.Text `json:"words,omitzero" doc:"The temple's own sentence in the message"`
	}
}

// MarkDone marks entries as offered; families are notified half an hour later.
func (s *Service) MarkDone(ctx context.Context, in *doneCeremonyIn) (*CeremonyView, error) {
	b := in.Body
	for path, v := range map[string]string{"words.en": b.Words.EN, "words.zh": b.Words.ZH} {
		if len([]rune(v)) > 500 {
			return nil, fault.At(path, "too-long")
		}
	}
	return s.act(ctx, in.ID, func(ctx context.Context, tx *db.Tx) error {
		if b.Photo != "" {
			if _, err := tx.Picture(ctx, b.Photo); err != nil {
				return db.NotFound(err)
			}
		}
		_, err := s.markDone(ctx, tx, in.ID, doing{b.Sitting, b.Entries, b.LeaveOut, b.Photo, b.Words}, httpd.VisitorOf(ctx).UserID)
		return err
	})
}

type takeDoneBackIn struct {
	ID   string `path:"id" maxLength:"64"`
	Mark string `path:"mark" maxLength:"64"`
}

// TakeDoneBack undoes a done mark before families are notified.
func (s *Service) TakeDoneBack(ctx context.Context, in *takeDoneBackIn) (*CeremonyView, error) {
	return s.act(ctx, in.ID, func(ctx context.Context, tx *db.Tx) error {
		return s.takeBack(ctx, tx, in.ID, in.Mark)
	})
}

// pageKey is the start of a page of entries: after a number, or after a text and a number.
type pageKey struct {
	text string
	no   int64
}

func parsePage(after string) (pageKey, error) {
	if after == "" {
		return pageKey{}, nil
	}
	b, err := base64.RawURLEncoding.DecodeString(after)
	no, text, ok := strings.Cut(string(b), " ")
	n, bad := strconv.ParseInt(no, 10, 64)
	if err != nil || bad != nil || !ok || !utf8.ValidString(text) {
		return pageKey{}, badPage()
	}
	return pageKey{text, n}, nil
}

func badPage() error {
	return fault.At("after", "invalid-value")
}

func (k pageKey) String() string {
	return base64.RawURLEncoding.EncodeToString([]byte(strconv.FormatInt(k.no, 10) + " " + k.text))
}

func numberOf(q string) (int64, bool) {
	if len(q) == 0 || len(q) > 7 {
		return 0, false
	}
	n, err := strconv.ParseInt(q, 10, 64)
	return n, err == nil && n > 0
}
