package imports

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"shanmen/internal/account"
	"shanmen/internal/clock"
	"shanmen/internal/db"
	"shanmen/internal/db/query"
	"shanmen/internal/locale"
	"shanmen/internal/lunar"
	"shanmen/internal/money"
	"shanmen/internal/offering"
	"shanmen/internal/writing"
)

// How bad a problem is: a row can be imported once somebody has decided, or once a value is right.
const (
	markDecide = "decide"
	markWrong  = "wrong"
)

// What somebody may say of a problem.
const (
	sayCancel  = ""
	saySame    = "same"      // the member of that number it is
	sayOther   = "other"     // somebody else, who has another number or none
	saySet     = "set"       // a value in place of that of the sheet
	sayDay     = "day"       // the day that is proposed
	sayWithout = "without"   // without a number
	sayOut     = "leave-out" // the row
)

// ImportProblem is what keeps a row from being imported, in one of its fields.
type ImportProblem struct {
	Field    string         `json:"field"`
	Code     string         `json:"code"`
	Mark     string         `json:"mark" enum:"decide,wrong"`
	Params   map[string]any `json:"params"`
	Answers  []string       `json:"answers" enum:"same,other,set,day,without,leave-out" doc:"What may be said of it"`
	Answered string         `json:"answered" doc:"What was said; empty: nothing yet"`
}

type answer struct {
	Say   string `json:"say"`
	Value string `json:"value,omitempty"`
}

// facts are what all rows of a sheet are judged by.
type facts struct {
	kind    string
	lost    int              // rows with a lost character
	years   map[string]int   // of each field with days, the year that most of them name
	places  map[string]int64 // place and year → the first row that has it
	keys    map[string]int64 // key → the first row that has it
	options []option
	most    string // the offering whose options most rows name: "Family" alone may be an option of several
}

type option struct {
	id, offeringID     string
	name               string // all its names in small letters, with a line end around each
	title, optionTitle locale.Text
}

// verdict is what becomes of a row.
type verdict struct {
	class    string
	key      string
	problems []ImportProblem
	made     row
}

// row is what a row says once it is understood.
type row struct {
	name, chinese, mobile, email, birth, address, remark, place, item, number string
	userID                                                                    string
	from, until                                                               lunar.Day
	amount                                                                    money.Cents
	option                                                                    option
}

// judge says of a row what becomes of it. It reads within the transaction that would write it.
func (f *facts) judge(ctx context.Context, r db.Reader, no int64, cells map[string]string, answers map[string]answer) (v verdict, err error) {
	text := func(id string) string {
		if a := answers[id]; a.Say == saySet {
			return a.Value
		}
		return cells[id]
	}
	told := map[string]bool{}
	problem := func(id, code, mark string, params map[string]any, says ...string) {
		if told[id] {
			return
		}
		told[id] = true
		if params == nil {
			params = map[string]any{}
		}
		said := answers[id].Say
		if !slices.Contains(says, said) || said == saySet { // a value that was set and is still wrong is asked for again
			said = ""
		}
		v.problems = append(v.problems, ImportProblem{id, code, mark, params, says, said})
	}
	v.problems = []ImportProblem{}
	for _, one := range fields[f.kind] {
		value := text(one.id)
		switch {
		case value == "" && one.required && !(one.id == "name" && text("chinese") != ""):
			problem(one.id, "missing", markWrong, nil, saySet, sayOut)
		case longest[one.id] > 0 && utf8.RuneCountInString(value) > longest[one.id]:
			problem(one.id, "too-long", markWrong, map[string]any{"max": longest[one.id]}, saySet, sayOut)
		case lost(value):
			problem(one.id, "lost-character", markWrong, map[string]any{"count": max(f.lost-1, 0)}, saySet, sayOut)
		case writing.Unreadable(value, false):
			problem(one.id, "unreadable-sign", markWrong, nil, saySet, sayOut)
		}
	}
	v.made = row{
		name: text("name"), chinese: text("chinese"), email: text("email"), birth: text("birth"), address: text("address"), remark: text("remark"),
		place: text("place"), item: text("item"), number: text("number"),
	}
	if v.made.name == "" {
		v.made.name = v.made.chinese
	}
	if e := v.made.email; e != "" && !account.IsEmail(e) {
		problem("email", "bad-email", markWrong, nil, saySet, sayOut)
	}
	if err := f.person(ctx, r, &v, text("mobile"), answers["mobile"], problem); err != nil {
		return v, err
	}
	if value := text("amount"); value != "" {
		ok := false
		if v.made.amount, ok = readAmount(value); !ok {
			problem("amount", "bad-amount", markWrong, map[string]any{"value": value}, saySet, sayOut)
		}
	}
	day := func(id string) (d lunar.Day) {
		value := text(id)
		if value == "" {
			return d
		}
		d, p := readDay(value, f.years[id])
		switch {
		case p.code == "no-such-day":
			if answers[id].Say == sayDay {
				d = p.next
			}
			problem(id, p.code, markDecide, map[string]any{"last": p.last, "day": p.next.String()}, sayDay, saySet, sayOut)
		case p.code != "":
			problem(id, p.code, markWrong, map[string]any{"value": value}, saySet, sayOut)
		}
		return d
	}
	switch f.kind {
	case Orders:
		v.made.from = day("day")
	case Lamps:
		v.made.from, v.made.until = day("from"), day("until")
		if err := f.lamp(ctx, r, no, &v, text, problem); err != nil {
			return v, err
		}
	}
	v.key = f.keyOf(text)
	if first := f.keys[v.key]; first > 0 && first != no {
		problem("name", "several-same", markDecide, map[string]any{"other": first}, sayOut)
	}
	v.class = classOf(v.problems, answers)
	if v.class == classReady {
		if _, err := r.ImportKey(ctx, query.ImportKeyParams{Kind: f.kind, RowKey: v.key}); err == nil {
			v.class = classKnown
		} else if !errors.Is(err, db.ErrNoRows) {
			return v, fmt.Errorf("key of a row: %w", err)
		}
	}
	return v, nil
}

// person finds whose row it is, by the number.
func (f *facts) person(ctx context.Context, r db.Reader, v *verdict, typed string, said answer, problem func(id, code, mark string, params map[string]any, says ...string)) error {
	if typed == "" {
		return nil
	}
	number, missing := readMobile(typed)
	switch {
	case missing > 0:
		problem("mobile", "digits-missing", markWrong, map[string]any{"count": missing, "value": typed}, saySet, sayWithout, sayOut)
		return nil
	case missing < 0:
		problem("mobile", "not-a-number", markWrong, map[string]any{"value": typed}, saySet, sayWithout, sayOut)
		return nil
	}
	v.made.mobile = number
	u, err := r.AccountByMobile(ctx, number)
	if errors.Is(err, db.ErrNoRows) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("account of a number: %w", err)
	}
	same := func(a, b string) bool {
		return b != "" && strings.EqualFold(strings.Join(strings.Fields(a), " "), strings.Join(strings.Fields(b), " "))
	}
	for _, mine := range []string{v.made.name, v.made.chinese} {
		if mine != "" && (same(mine, u.User.Name) || same(mine, u.User.ChineseName)) {
			v.made.userID = u.User.ID
			return nil
		}
	}
	switch said.Say {
	case saySame:
		v.made.userID = u.User.ID
	case sayOther:
		v.made.mobile = ""
	}
	names := strings.TrimSpace(u.User.ChineseName + " " + u.User.Name)
	problem("mobile", "member-same", markDecide, map[string]any{"value": typed, "names": names}, saySame, sayOther, sayOut)
	return nil
}

// lamp finds the option, and whether the place is free.
func (f *facts) lamp(ctx context.Context, r db.Reader, no int64, v *verdict, text func(string) string, problem func(id, code, mark string, params map[string]any, says ...string)) error {
	if value := text("option"); value != "" {
		found := f.optionOf(text("offering"), value)
		if len(found) == 1 {
			v.made.option = found[0]
		} else {
			problem("option", "unknown-option", markWrong, map[string]any{"value": value, "options": f.optionNames()}, saySet, sayOut)
		}
	}
	if !v.made.from.Valid() {
		return nil
	}
	if !v.made.until.Valid() {
		v.made.until = v.made.from.Anniversary(v.made.from.Add(1))
	}
	if v.made.from.Until(v.made.until) <= 0 {
		problem("until", "ends-before", markWrong, nil, saySet, sayOut)
		return nil
	}
	if v.made.place == "" {
		return nil
	}
	if first := f.places[placeKey(v.made.place, v.made.from.Year)]; first > 0 && first != no {
		problem("place", "place-taken", markWrong, map[string]any{"value": v.made.place, "other": first}, saySet, sayOut)
		return nil
	}
	there, err := r.ImportedLampsAt(ctx, query.ImportedLampsAtParams{
		Place: v.made.place, FromAt: int64(clock.MillisOf(v.made.from.Time(0, 0))), UntilAt: int64(clock.MillisOf(v.made.until.Time(0, 0))),
	})
	if err != nil {
		return fmt.Errorf("lamps at a place: %w", err)
	}
	if len(there) > 0 && !f.isKnown(ctx, r, text) {
		problem("place", "place-in-use", markWrong, map[string]any{"value": v.made.place, "names": there[0].Name}, saySet, sayOut)
	}
	return nil
}

// isKnown tells whether an earlier import has made this very row: then it stands at its own place.
func (f *facts) isKnown(ctx context.Context, r db.Reader, text func(string) string) bool {
	_, err := r.ImportKey(ctx, query.ImportKeyParams{Kind: f.kind, RowKey: f.keyOf(text)})
	return err == nil
}

func classOf(problems []ImportProblem, answers map[string]answer) string {
	class := classReady
	for _, a := range answers {
		if a.Say == sayOut {
			return classOut
		}
	}
	for _, p := range problems {
		switch {
		case p.Answered != "":
		case p.Mark == markWrong:
			return classUnreadable
		default:
			class = classDecide
		}
	}
	return class
}

// keyOf tells a row from all others: by its own number in the list, else by what identifies it.
func (f *facts) keyOf(text func(string) string) string {
	var parts []string
	add := func(ids ...string) {
		for _, id := range ids {
			parts = append(parts, strings.ToLower(strings.Join(strings.Fields(text(id)), " ")))
		}
	}
	switch {
	case text("id") != "":
		parts = append(parts, "id")
		add("id")
	case f.kind == Members:
		add("name", "chinese", "mobile", "birth")
	case f.kind == Lamps:
		add("name", "chinese", "mobile", "option", "place", "from")
	default:
		add("number", "name", "mobile", "day", "item", "amount")
	}
	sum := sha256.Sum256([]byte(strings.Join(parts, "\x00")))
	return hex.EncodeToString(sum[:])
}

func placeKey(place string, year int) string { return fmt.Sprintf("%s\x00%d", place, year) }

// look reads what all rows of a sheet have in common.
func look(ctx context.Context, r db.Reader, kind string, rows []query.ImportRow) (*facts, error) {
	f := &facts{kind: kind, years: map[string]int{}, places: map[string]int64{}, keys: map[string]int64{}}
	if kind == Lamps {
		if err := f.readOptions(ctx, r); err != nil {
			return nil, err
		}
	}
	counts := map[string]map[int]int{}
	type seen struct {
		no    int64
		cells map[string]string
	}
	var all []seen
	for _, one := range rows {
		cells, err := effective(one)
		if err != nil {
			return nil, err
		}
		if cells == nil {
			continue
		}
		all = append(all, seen{one.RowNo, cells})
		for id, text := range cells {
			if lost(text) {
				f.lost++
				break
			}
			if id == "from" || id == "until" || id == "day" {
				if y := yearOf(text); y > 0 {
					if counts[id] == nil {
						counts[id] = map[int]int{}
					}
					counts[id][y]++
				}
			}
		}
	}
	var named []string
	for _, one := range all {
		named = append(named, one.cells["option"])
	}
	f.vote(named)
	for id, years := range counts {
		best := 0
		for y, n := range years {
			if n > years[best] || n == years[best] && y > best {
				best = y
			}
		}
		f.years[id] = best
	}
	for _, one := range all {
		text := func(id string) string { return one.cells[id] }
		if key := f.keyOf(text); f.keys[key] == 0 {
			f.keys[key] = one.no
		}
		if d, p := readDay(one.cells["from"], f.years["from"]); one.cells["place"] != "" && p.code == "" {
			if key := placeKey(one.cells["place"], d.Year); f.places[key] == 0 {
				f.places[key] = one.no
			}
		}
	}
	return f, nil
}

// effective are the cells of a row with what somebody has set; nil for a row that is left out.
func effective(one query.ImportRow) (map[string]string, error) {
	cells, err := fromJSON[map[string]string](one.Cells)
	if err != nil {
		return nil, fmt.Errorf("cells of row %d: %w", one.RowNo, err)
	}
	answers, err := fromJSON[map[string]answer](one.Answers)
	if err != nil {
		return nil, fmt.Errorf("answers of row %d: %w", one.RowNo, err)
	}
	for id, a := range answers {
		switch a.Say {
		case sayOut:
			return nil, nil
		case saySet:
			cells[id] = a.Value
		}
	}
	return cells, nil
}

// readOptions reads what a lamp may be: every option that goes on from year to year or month to month.
func (f *facts) readOptions(ctx context.Context, r db.Reader) error {
	all, err := r.OfferingsAll(ctx)
	if err != nil {
		return fmt.Errorf("offerings: %w", err)
	}
	options, err := r.OfferingOptionsAll(ctx)
	if err != nil {
		return fmt.Errorf("options: %w", err)
	}
	for _, p := range options {
		at := slices.IndexFunc(all, func(o query.OfferingsAllRow) bool { return o.ID == p.OfferingID })
		terms, err := fromJSON[[]string](p.Terms)
		if at < 0 || err != nil {
			continue
		}
		if !slices.Contains(terms, offering.Yearly) && !slices.Contains(terms, offering.Monthly) {
			continue
		}
		o := all[at]
		names := []string{p.Key, p.TitleEn, p.TitleZh, o.TitleEn + " " + p.TitleEn, o.TitleZh + p.TitleZh, o.TitleEn + ": " + p.TitleEn, o.TitleZh + "：" + p.TitleZh}
		f.options = append(f.options, option{
			id: p.ID, offeringID: o.ID, name: "\n" + strings.ToLower(strings.Join(names, "\n")) + "\n",
			title: locale.Text{EN: o.TitleEn, ZH: o.TitleZh}, optionTitle: locale.Text{EN: p.TitleEn, ZH: p.TitleZh},
		})
	}
	return nil
}

// optionOf are the options that a text may mean. Where it is several the offering decides: that of the row, else the one
// that most rows name.
func (f *facts) optionOf(offeringTitle, text string) []option {
	found := f.named(text)
	of := func(fits func(o option) bool) []option {
		if left := slices.DeleteFunc(slices.Clone(found), func(o option) bool { return !fits(o) }); len(left) > 0 {
			return left
		}
		return found
	}
	if len(found) > 1 && offeringTitle != "" {
		found = of(func(o option) bool {
			return strings.EqualFold(offeringTitle, o.title.EN) || offeringTitle == o.title.ZH
		})
	}
	if len(found) > 1 {
		found = of(func(o option) bool { return o.offeringID == f.most })
	}
	return found
}

func (f *facts) named(text string) (out []option) {
	name := "\n" + strings.ToLower(strings.Join(strings.Fields(text), " ")) + "\n"
	for _, o := range f.options {
		if strings.Contains(o.name, name) {
			out = append(out, o)
		}
	}
	return out
}

// vote finds the offering whose options most rows name, if it is one.
func (f *facts) vote(texts []string) {
	votes := map[string]int{}
	for _, text := range texts {
		for _, o := range f.named(text) {
			votes[o.offeringID]++
		}
	}
	best := 0
	for id, n := range votes {
		if n == best {
			f.most = ""
		}
		if n > best {
			best, f.most = n, id
		}
	}
}

// optionNames are names that are understood, one of each option, twenty at most.
func (f *facts) optionNames() string {
	var out []string
	for _, o := range f.options[:min(len(f.options), 20)] {
		out = append(out, o.title.EN+": "+o.optionTitle.EN)
	}
	return strings.Join(out, " · ")
}
