package content

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"time"

	"shanmen/internal/base/clock"
	"shanmen/internal/base/fault"
	"shanmen/internal/base/lunar"
	"shanmen/internal/base/uses"
	"shanmen/internal/people/account"
	"shanmen/internal/platform/audit"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
	"shanmen/internal/platform/httpd"
)

// TagTaiSui is the cache tag of the Tai Sui tables.
const TagTaiSui = "tai-sui"

// winter is the solar term from which the coming year is shown next to the current one.
const winter = "冬至"

// TaiSui tells a family whose zodiac sign meets Tai Sui this year, and from the winter solstice on in the coming year.
type TaiSui struct {
	From  lunar.Boundary `json:"from" enum:"new-year,lichun" doc:"What starts a zodiac year"`
	Years []TaiSuiYear   `json:"years"`
}

// TaiSuiYear is one zodiac year.
type TaiSuiYear struct {
	Year   int      `json:"year"`
	Sign   string   `json:"sign" enum:"rat,ox,tiger,rabbit,dragon,snake,horse,goat,monkey,rooster,dog,pig"`
	Begins string   `json:"begins" doc:"Its first day: 2027-02-06"`
	Coming bool     `json:"coming,omitempty" doc:"The year has not begun yet"`
	Meets  []string `json:"meets" doc:"The signs in conflict with Tai Sui, numbered as in sign"`
}

// TaiSuiOn returns the years shown on a day, and notes when that changes.
func TaiSuiOn(ctx context.Context, r db.Reader, now time.Time) (*TaiSui, error) {
	from, err := Zodiac(ctx, r)
	if err != nil {
		return nil, err
	}
	today := lunar.DayOf(now)
	out := &TaiSui{From: from, Years: []TaiSuiYear{}}
	year, ok := lunar.YearOn(today, from)
	next, known := lunar.YearBegins(year+1, from)
	solstice, found := lunar.TermDay(next.Year-1, winter)
	if !ok || !known || !found { // beyond the known years
		return out, nil
	}
	uses.Note(ctx, TagTaiSui)
	table, err := TaiSuiTables(ctx, r, year, year+1)
	if err != nil {
		return nil, err
	}
	out.Years = append(out.Years, publicYear(year, from, table[year]))
	until := solstice
	if solstice.Until(today) >= 0 {
		coming := publicYear(year+1, from, table[year+1])
		coming.Coming = true
		out.Years = append(out.Years, coming)
		until = next
	}
	uses.Until(ctx, until.Time(0, 0))
	return out, nil
}

func publicYear(year int, from lunar.Boundary, meets Meets) TaiSuiYear {
	begins, _ := lunar.YearBegins(year, from)
	y := TaiSuiYear{Year: year, Sign: lunar.Zodiacs[lunar.SignOfYear(year)], Begins: begins.String(), Meets: []string{}}
	for _, sign := range lunar.Zodiacs {
		if len(meets[sign]) > 0 {
			y.Meets = append(y.Meets, sign)
		}
	}
	return y
}

// Meets maps the signs that meet Tai Sui in a year to the ways in which they do.
type Meets map[string][]lunar.Way

// almanac is the default when the office has changed nothing.
func almanac(year int) Meets {
	m := Meets{}
	for sign, name := range lunar.Zodiacs {
		if ways := lunar.Meets(sign, lunar.SignOfYear(year)); len(ways) > 0 {
			m[name] = ways
		}
	}
	return m
}

// TaiSuiTables returns the years from first to last as the office has set them.
func TaiSuiTables(ctx context.Context, r db.Reader, first, last int) (map[int]Meets, error) {
	out := map[int]Meets{}
	for year := first; year <= last; year++ {
		out[year] = almanac(year)
	}
	rows, err := r.TaiSuiYears(ctx, query.TaiSuiYearsParams{First: int64(first), Last: int64(last)})
	if err != nil {
		return nil, fmt.Errorf("years of tai sui: %w", err)
	}
	for _, row := range rows {
		if out[int(row.Year)], err = storedMeets(row.Meets); err != nil {
			return nil, err
		}
	}
	return out, nil
}

func storedMeets(raw string) (Meets, error) {
	m := Meets{}
	if err := json.Unmarshal([]byte(raw), &m); err != nil {
		return nil, fmt.Errorf("stored years of tai sui: %w", err)
	}
	return m, nil
}

// TaiSuiTable is a year as the office edits it.
type TaiSuiTable struct {
	Year        int           `json:"year"`
	Sign        string        `json:"sign" enum:"rat,ox,tiger,rabbit,dragon,snake,horse,goat,monkey,rooster,dog,pig"`
	ChineseYear string        `json:"chineseYear" doc:"丙午"`
	Begins      string        `json:"begins" doc:"Its first day: 2027-02-06"`
	Ends        string        `json:"ends" doc:"Its last day"`
	Rev         int64         `json:"rev" doc:"Number of changes; 0: never changed"`
	ChangedBy   string        `json:"changedBy,omitempty"`
	ChangedAt   *time.Time    `json:"changedAt,omitempty"`
	Signs       []TaiSuiMeets `json:"signs" doc:"All twelve signs, beginning with the year's own"`
}

// TaiSuiMeets is one sign in a year.
type TaiSuiMeets struct {
	Sign  string      `json:"sign" enum:"rat,ox,tiger,rabbit,dragon,snake,horse,goat,monkey,rooster,dog,pig"`
	Ways  []lunar.Way `json:"ways" enum:"own,clash,bind,harm,break" maxItems:"5" doc:"Kinds of conflict with Tai Sui; empty: none"`
	Usual []lunar.Way `json:"usual" enum:"own,clash,bind,harm,break" maxItems:"5" doc:"Value from the almanac"`
}

// TaiSuiTableList has the current year and the next two.
type TaiSuiTableList struct {
	Items []TaiSuiTable  `json:"items"`
	From  lunar.Boundary `json:"from" enum:"new-year,lichun" doc:"What starts a zodiac year"`
}

const tablesAhead = 2

// TaiSuiTables answers the office's call.
func (s *Service) TaiSuiTables(ctx context.Context, _ *struct{}) (*TaiSuiTableList, error) {
	r := s.DB.Read()
	from, err := Zodiac(ctx, r)
	if err != nil {
		return nil, err
	}
	out := &TaiSuiTableList{Items: []TaiSuiTable{}, From: from}
	this, ok := lunar.YearOn(lunar.DayOf(s.Clock.Now()), from)
	if !ok {
		return out, nil
	}
	rows, err := r.TaiSuiYears(ctx, query.TaiSuiYearsParams{First: int64(this), Last: int64(this + tablesAhead)})
	if err != nil {
		return nil, fmt.Errorf("years of tai sui: %w", err)
	}
	for year := this; year <= this+tablesAhead; year++ {
		begins, known := lunar.YearBegins(year, from)
		next, alsoKnown := lunar.YearBegins(year+1, from)
		if !known || !alsoKnown {
			break
		}
		usual := almanac(year)
		meets := usual
		date := lunar.Date{Year: year, Month: 1, Day: 1}
		t := TaiSuiTable{Year: year, Sign: lunar.Zodiacs[lunar.SignOfYear(year)], ChineseYear: date.ChineseYear(), Begins: begins.String(), Ends: next.Add(-1).String()}
		for _, row := range rows {
			if row.Year != int64(year) {
				continue
			}
			if meets, err = storedMeets(row.Meets); err != nil {
				return nil, err
			}
			t.Rev, t.ChangedAt = row.Rev, row.ChangedAt.Moment()
			if t.ChangedBy, err = account.NameOf(ctx, r, row.ChangedBy); err != nil {
				return nil, err
			}
		}
		for i := range lunar.Zodiacs {
			sign := lunar.Zodiacs[(lunar.SignOfYear(year)+i)%len(lunar.Zodiacs)]
			t.Signs = append(t.Signs, TaiSuiMeets{sign, listed(meets[sign]), listed(usual[sign])})
		}
		out.Items = append(out.Items, t)
	}
	return out, nil
}

func listed(ways []lunar.Way) []lunar.Way {
	if ways == nil {
		return []lunar.Way{}
	}
	return ways
}

type taiSuiIn struct {
	Year int `path:"year" minimum:"1901" maximum:"2099"`
	Body struct {
		Rev   int64        `json:"rev" minimum:"0" doc:"Revision of the table that was displayed"`
		Signs []TaiSuiSaid `json:"signs" maxItems:"12" doc:"Signs in conflict with Tai Sui"`
	}
}

// TaiSuiSaid is how a sign meets Tai Sui according to the office.
type TaiSuiSaid struct {
	Sign string      `json:"sign" enum:"rat,ox,tiger,rabbit,dragon,snake,horse,goat,monkey,rooster,dog,pig"`
	Ways []lunar.Way `json:"ways" enum:"own,clash,bind,harm,break" maxItems:"5"`
}

// ChangeTaiSui changes which signs meet Tai Sui in a year. It refuses with tai-sui-changed after a concurrent change.
func (s *Service) ChangeTaiSui(ctx context.Context, in *taiSuiIn) (*TaiSuiTableList, error) {
	meets := Meets{}
	for _, said := range in.Body.Signs {
		if _, twice := meets[said.Sign]; twice {
			return nil, fault.At("signs", "not-a-choice")
		}
		var ways []lunar.Way
		for _, w := range lunar.Ways { // in order, without duplicates
			if slices.Contains(said.Ways, w) {
				ways = append(ways, w)
			}
		}
		if len(ways) > 0 {
			meets[said.Sign] = ways
		}
	}
	raw, err := json.Marshal(meets)
	if err != nil {
		return nil, fmt.Errorf("years of tai sui: %w", err)
	}
	by, now := httpd.VisitorOf(ctx).UserID, s.Clock.Now()
	err = s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		before, err := TaiSuiTables(ctx, tx, in.Year, in.Year)
		if err != nil {
			return err
		}
		n, err := tx.TaiSuiPut(ctx, query.TaiSuiPutParams{Year: int64(in.Year), Seen: in.Body.Rev, Meets: string(raw), ChangedBy: by, ChangedAt: clock.MillisOf(now)})
		if err != nil {
			return fmt.Errorf("change a year of tai sui: %w", err)
		}
		if n == 0 {
			return fault.Invalid("tai-sui-changed")
		}
		err = audit.Note(ctx, tx, "tai-sui.change", "tai-sui:"+strconv.Itoa(in.Year), before[in.Year], meets)
		if err != nil {
			return err
		}
		return Changed(ctx, tx, TagTaiSui)
	})
	if err != nil {
		return nil, err
	}
	return s.TaiSuiTables(ctx, nil)
}
