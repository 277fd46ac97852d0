package print

import (
	"context"
	"fmt"
	"maps"
	"strconv"
	"strings"

	"shanmen/internal/base/clock"
	"shanmen/internal/base/lunar"
	"shanmen/internal/people/account"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
	"shanmen/internal/platform/httpd"
	"shanmen/internal/rites/tablet"
)

// rite adds the ceremony's details to a selection: a petition's day and hall, and the heading of a list.
func (s *Service) rite(ctx context.Context, r db.Reader, c query.Ceremony, d RunDraft, out *picked) error {
	sittings, err := r.Sittings(ctx, c.ID)
	if err != nil {
		return fmt.Errorf("sittings: %w", err)
	}
	starts, hall := c.StartsAt, ""
	for _, t := range sittings {
		if t.Seq == max(d.Sitting, 1) {
			starts, hall = t.StartsAt, t.PlaceZh
		}
	}
	if d.Kind == Petition {
		maps.Copy(out.layout.Petition.Values, petitionDay(starts, c.TitleZh, hall))
	}
	if d.Kind != List {
		return nil
	}
	day := starts.Time().In(clock.Singapore)
	when := fmt.Sprintf("%d年%d月%d日 %s", day.Year(), day.Month(), day.Day(), day.Format("15:04"))
	if moon, ok := lunar.FromSolar(lunar.DayOf(starts.Time())); ok {
		when += " · " + moon.ChineseYear() + "年" + moon.ChineseDay()
	}
	if hall != "" {
		when += " · " + hall
	}
	by, err := account.NameOf(ctx, r, httpd.VisitorOf(ctx).UserID)
	if err != nil {
		return err
	}
	out.head = tablet.ListHead{Title: c.TitleZh, Second: c.TitleEn, When: when, Sort: listSort(d.Sort), By: by, At: s.Clock.Now().In(clock.Singapore).Format("2006-01-02 15:04")}
	return nil
}

func listSort(by string) string {
	if by == "place" {
		return "hall"
	}
	return by
}

// petitionDay has a petition's variables about the ceremony. Buddhist years are counted from 544 BC.
func petitionDay(at clock.Millis, rite, hall string) map[string]string {
	day := at.Time().In(clock.Singapore)
	values := map[string]string{
		"rite": rite, "hall": hall, "buddhistYear": numerals(day.Year() + 544),
		"solarDate": "公元" + numerals(day.Year()) + "年" + counted(int(day.Month())) + "月" + counted(day.Day()) + "日",
	}
	if moon, ok := lunar.FromSolar(lunar.DayOf(at.Time())); ok {
		values["lunarDate"] = moon.ChineseYear() + "年" + moon.ChineseDay() + "日"
		if strings.HasSuffix(moon.ChineseDay(), "日") {
			values["lunarDate"] = moon.ChineseYear() + "年" + moon.ChineseDay()
		}
	}
	return values
}

// numerals formats a year digit by digit: 二〇二六.
func numerals(n int) string {
	return strings.NewReplacer("0", "〇", "1", "一", "2", "二", "3", "三", "4", "四", "5", "五", "6", "六", "7", "七", "8", "八", "9", "九").Replace(strconv.Itoa(n))
}

// counted formats a number up to 99 in petition style: 十二, 廿五, 卅一.
func counted(n int) string {
	digits := []string{"", "一", "二", "三", "四", "五", "六", "七", "八", "九"}
	tens := []string{"", "十", "廿", "卅"}
	if n%10 == 0 && n == 20 {
		return "二十"
	}
	if n == 30 {
		return "三十"
	}
	return tens[n/10] + digits[n%10]
}

// listRows are the rows of a name list; another hall and tower, or another sitting, starts a page.
func listRows(pieces []candidate, sort string, sittings map[int64]string) []tablet.ListRow {
	out := make([]tablet.ListRow, 0, len(pieces))
	for _, p := range pieces {
		row := tablet.ListRow{No: numberOf(p.no), Place: p.code, Text: p.text, Sponsor: p.sponsor, Kind: kindWords[p.kind], Late: p.late}
		switch sort {
		case "place":
			row.Group = strings.TrimSpace(p.hall + " " + p.tower)
		case "sitting":
			row.Group = sittings[p.sitting]
		}
		out = append(out, row)
	}
	return out
}

// kindWords are the labels of the kinds of papers in a name list.
var kindWords = map[string]string{
	"departed": "往生莲位", "ancestors": "历代祖先", "creditors": "冤亲债主", "infant": "婴灵", "living": "消灾禄位", "lamp": "光明灯", "petition": "文疏",
}

// numberOf is an entry's number as printed.
func numberOf(no int64) string { return fmt.Sprintf("%04d", no) }
