package imports

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode/utf8"

	"shanmen/internal/base/locale"
	"shanmen/internal/base/lunar"
	"shanmen/internal/base/money"
	"shanmen/internal/base/writing"
	"shanmen/internal/offer/position"
	"shanmen/internal/people/account"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
)

// The severity of a problem: it needs an answer, or a corrected value.
const (
	markDecide = "decide"
	markWrong  = "wrong"
)

// The possible answers to a problem.
const (
	sayCancel  = ""
	saySame    = "same"      // it is the member with that number
	sayOther   = "other"     // it is somebody else, with another number or none
	saySet     = "set"       // a value that replaces the sheet's
	sayDay     = "day"       // the suggested date
	sayWithout = "without"   // import without a number
	sayOut     = "leave-out" // exclude the row
)

// ImportProblem is what prevents a row from being imported, in one field.
type ImportProblem struct {
	Field    string         `json:"field"`
	Code     string         `json:"code"`
	Mark     string         `json:"mark" enum:"decide,wrong"`
	Params   map[string]any `json:"params"`
	Answers  []string       `json:"answers" enum:"same,other,set,day,without,leave-out" doc:"Possible answers"`
	Answered string         `json:"answered" doc:"The chosen answer; empty: none yet"`
}

// in returns a problem's parameters for a message in a language.
func (p *ImportProblem) in(l locale.Locale) map[string]any {
	zh, there := p.Params["optionsZh"]
	if !there || l != locale.ZH {
		return p.Params
	}
	out := maps.Clone(p.Params)
	out["options"] = zh
	return out
}

// answer is the office's answer about a field. It may include an entered value, which can have a problem of its own:
// whose number it is, or which date is meant.
type answer struct {
	Say   string `json:"say"`
	Value string `json:"value,omitempty"`
}

// sets returns whether the answer replaces the sheet's value.
func (a answer) sets() bool {
	switch a.Say {
	case saySet:
		return true
	case saySame, sayOther, sayDay:
		return a.Value != ""
	}
	return false
}

// after merges an answer with an earlier one about the same field.
func (a answer) after(before answer) answer {
	if a.Say == saySame || a.Say == sayOther || a.Say == sayDay {
		a.Value = ""
		if before.sets() {
			a.Value = before.Value
		}
	}
	return a
}

// common are properties of the whole sheet, stored when it is checked: an answer changes a row, not these.
type common struct {
	Lost    int             `json:"lost,omitempty"`    // rows with a lost character
	Orders  map[string]int  `json:"orders,omitempty"`  // per date field, whether the month may be first
	Years   map[string]int  `json:"years,omitempty"`   // per date field, the most frequent year
	Most    string          `json:"most,omitempty"`    // the offering whose options most rows name, because "Family" may be an option of several
	Days    map[string]bool `json:"days,omitempty"`    // fields whose plain numbers are Excel dates
	Since04 bool            `json:"since04,omitempty"` // which count from 1904
	Lines   bool            `json:"lines,omitempty"`   // cells may have several lines: only a workbook marks cells clearly
	Unread  unread          `json:"unread,omitzero"`   // rows of the sheet that are not records
	// Identity are the first rows with an NRIC or FIN, and IdentityCount the number of all.
	Identity      []int64 `json:"identity,omitempty"`
	IdentityCount int     `json:"identityCount,omitempty"`
}

// pointOut reports further rows with an identity number.
func (c *common) pointOut(rows []int64) {
	c.IdentityCount += len(rows)
	c.Identity = append(c.Identity, rows...)
	slices.Sort(c.Identity)
	c.Identity = c.Identity[:min(len(c.Identity), identityShown)]
}

// identityShown is how many of them are listed.
const identityShown = 5

// facts are what rows are checked against: the sheet's properties, and database data about the current rows.
type facts struct {
	kind  string
	today lunar.Day
	common
	options  []option
	keys     map[string]int64  // key → first row with it
	places   map[string][]stay // position → uses by rows
	accounts map[string]query.ImportAccountsOfMobilesRow
	known    map[string]string // keys created by earlier imports → the person, by whoOf
	lamps    map[string][]stay // position → uses by earlier imports
	halls    *position.Directory
	numbers  map[string]numberRead // cache for the current lines: parsing a number is the slowest part
}

func (f *facts) number(typed string) numberRead {
	read, known := f.numbers[typed]
	if !known {
		read = readNumber(typed)
		if f.numbers != nil {
			f.numbers[typed] = read
		}
	}
	return read
}

// verdict is the result of checking a row.
type verdict struct {
	class    string
	key      string
	problems []ImportProblem
	made     row
	place    string // of a lamp: where and when
	at       stay
	spot     string // the code of the matching position
	spotWhy  string // the result: position.SpotGiven …; "" without a position, or if it has ended
}

// row is a row's parsed content.
type row struct {
	name, chinese, mobile, email, birth, address, remark, place, item, number string
	phone                                                                     string // not a mobile number
	userID                                                                    string
	from, until                                                               lunar.Day
	amount                                                                    money.Cents
	option                                                                    option
}

// judge checks a row against facts read within the transaction that would write it.
func (f *facts) judge(l line) (v verdict) {
	text, answers := l.text, l.answers
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
		if !slices.Contains(says, said) || said == saySet { // an entered value that is still invalid is asked for again
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
		case one.id == "name" && value != "" && !failed(value) && !lost(value) && (!hasLetter(value) || longNumber.MatchString(fold(value))):
			problem(one.id, "no-name", markWrong, map[string]any{"value": value}, saySet, sayOut)
		case one.id == "place" && dayOfCell.MatchString(value):
			problem(one.id, "place-day", markWrong, map[string]any{"value": value}, saySet, sayOut)
		case failed(value):
			problem(one.id, "formula", markWrong, map[string]any{"value": value}, saySet, sayOut)
		case lost(value):
			problem(one.id, "lost-character", markWrong, map[string]any{"count": max(f.Lost-1, 0)}, saySet, sayOut)
		case writing.Unreadable(value, f.Lines && (one.id == "address" || one.id == "remark")):
			problem(one.id, "unreadable-sign", markWrong, nil, saySet, sayOut)
		case (one.id == "name" || one.id == "chinese") && writing.Unprintable(value) != "":
			problem(one.id, "unprintable", markWrong, map[string]any{"chars": writing.Unprintable(value)}, saySet, sayOut)
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
	f.person(&v, text("mobile"), answers["mobile"], problem)
	if value := text("amount"); value != "" {
		ok := false
		if v.made.amount, ok = readAmount(value); !ok {
			problem("amount", "bad-amount", markWrong, map[string]any{"value": value}, saySet, sayOut)
		}
	}
	day := func(id string, says ...string) (d lunar.Day) {
		value := text(id)
		if value == "" {
			return d
		}
		d, p := f.readDay(l, id)
		says = append(says, sayOut)
		switch {
		case p.next.Valid():
			if answers[id].Say == sayDay {
				d = p.next
			}
			problem(id, p.code, markDecide, map[string]any{"value": value, "last": p.last, "day": p.next.String()}, append([]string{sayDay, saySet}, says...)...)
		case p.code != "":
			problem(id, p.code, markWrong, map[string]any{"value": value}, append([]string{saySet}, says...)...)
		}
		return d
	}
	switch f.kind {
	case Members:
		d := day("birth", sayWithout)
		if answers["birth"].Say == sayWithout {
			v.made.birth = ""
		} else if d.Valid() && (answers["birth"].Say == sayDay || f.monthFirst(l, "birth") || yearOf(fold(v.made.birth)) == 0) { // the list's value alone is no date
			v.made.birth = d.String()
		}
	case Orders:
		v.made.from = day("day")
	case Lamps:
		v.made.from, v.made.until = day("from"), day("until")
	}
	v.key = f.keyOf(text)
	if f.kind == Lamps {
		f.lamp(l, &v, problem)
	}
	switch first := f.keys[v.key]; {
	case first == 0 || first >= l.no:
	case text("id") != "": // a family may share a number
		problem("id", "several-id", markDecide, map[string]any{"value": text("id"), "other": first}, sayWithout, saySet, sayOut)
	default:
		problem("name", "several-same", markDecide, map[string]any{"other": first}, sayOut)
	}
	who, known := f.known[v.key]
	if known && who != "" && who != whoOf(text) {
		problem("id", "earlier-id", markDecide, map[string]any{"value": text("id")}, sayWithout, saySet, sayOut)
	} else if l.answers["id"].Say == sayWithout {
		problem("id", "without-id", markDecide, nil, sayWithout)
	}
	for _, one := range fields[f.kind] { // a valid row may be excluded in favour of another
		if answers[one.id].Say == sayOut {
			problem(one.id, "left-out", markDecide, nil, sayOut)
		}
	}
	v.class = classOf(v.problems, answers)
	if v.class == classReady && known {
		v.class = classKnown
	}
	return v
}

// readDay parses a date field; in a column of Excel dates, also a number.
func (f *facts) readDay(l line, id string) (lunar.Day, dayProblem) {
	value := l.text(id)
	if f.Days[id] {
		if d, ok := dayOfNumber(value, f.Since04); ok {
			value = d.String()
		}
	}
	if f.monthFirst(l, id) {
		value = turned(value)
	}
	d, p := f.readAs(id, value)
	if of := orderOf(value); p.code == "" && of == eitherFirst && f.Orders[id] == orderMixed && !l.answers[id].sets() {
		if other, q := f.readAs(id, turned(value)); q.code == "" && other != d {
			return d, dayProblem{code: "which-order", next: other}
		}
	}
	if other, may := swapped(value); may && p.code == "" && f.Orders[id] == orderLost && !l.answers[id].sets() {
		if other, q := f.readAs(id, other); q.code == "" && other != d {
			return d, dayProblem{code: "which-order", next: other}
		}
	}
	return d, p
}

func (f *facts) readAs(id, value string) (lunar.Day, dayProblem) {
	switch id {
	case "birth":
		return readBirth(value, f.today)
	case "day": // past orders cannot be in the future
		d, p := readDay(value, f.Years[id], f.today)
		if p.code == "" && d.Until(f.today) < 0 {
			p.code = "day-ahead"
		}
		return d, p
	}
	return readDay(value, f.Years[id], f.today.Add(lampsAhead))
}

// monthFirst returns whether a date has the month first: unambiguously, or by the column's order.
func (f *facts) monthFirst(l line, id string) bool {
	if l.answers[id].sets() {
		return false
	}
	of := orderOf(l.text(id))
	return of == monthFirst || of == eitherFirst && f.Orders[id] == orderMonth
}

// lampsAhead is how many days ahead a lamp with a two-digit year may start or end.
const lampsAhead = 10 * 366

// days are a lamp's first day and the day after its last, with answers applied.
func (f *facts) days(l line) (from, until lunar.Day) {
	of := func(id string) lunar.Day {
		d, p := f.readDay(l, id)
		if p.next.Valid() && l.answers[id].Say == sayDay {
			return p.next
		}
		return d
	}
	from = of("from")
	if l.text("until") != "" {
		until = of("until")
	} else if from.Valid() {
		until = from.Anniversary(from.Add(1))
	}
	return from, until
}

// person finds whose row it is, by number.
func (f *facts) person(v *verdict, typed string, said answer, problem func(id, code, mark string, params map[string]any, says ...string)) {
	if typed == "" {
		return
	}
	number := f.number(typed)
	switch {
	case number.missing > 0:
		problem("mobile", "digits-missing", markWrong, map[string]any{"count": number.missing, "value": typed}, saySet, sayWithout, sayOut)
		return
	case number.missing < 0:
		problem("mobile", "not-a-number", markWrong, map[string]any{"value": typed}, saySet, sayWithout, sayOut)
		return
	}
	v.made.mobile, v.made.phone = number.mobile, number.phone
	u, there := f.accounts[number.mobile]
	if !there {
		return
	}
	same := func(a, b string) bool {
		return b != "" && strings.EqualFold(strings.Join(strings.Fields(a), " "), strings.Join(strings.Fields(b), " "))
	}
	for _, mine := range []string{v.made.name, v.made.chinese} {
		if mine != "" && (same(mine, u.Name) || same(mine, u.ChineseName)) {
			v.made.userID = u.ID
			return
		}
	}
	switch said.Say {
	case saySame:
		v.made.userID = u.ID
	case sayOther:
		v.made.mobile = ""
	}
	says := []string{saySame, sayOther, sayOut}
	if said.sets() { // an entered number may be somebody else's
		says = append([]string{saySet}, says...)
	}
	names := strings.TrimSpace(u.ChineseName + " " + u.Name)
	problem("mobile", "member-same", markDecide, map[string]any{"value": typed, "names": names}, says...)
}

// lamp finds the option, and whether the position is free.
func (f *facts) lamp(l line, v *verdict, problem func(id, code, mark string, params map[string]any, says ...string)) {
	if value := l.text("option"); value != "" {
		found := f.optionOf(l.text("offering"), value)
		if len(found) == 1 {
			v.made.option = found[0]
		} else {
			problem("option", "unknown-option", markWrong, map[string]any{"value": value, "options": f.optionNames(locale.EN), "optionsZh": f.optionNames(locale.ZH)}, saySet, sayOut)
		}
	}
	if !v.made.from.Valid() {
		return
	}
	if !v.made.until.Valid() {
		v.made.until = v.made.from.Anniversary(v.made.from.Add(1))
	}
	if v.made.from.Until(v.made.until) <= 0 {
		problem("until", "ends-before", markWrong, nil, saySet, sayOut)
		return
	}
	place, at := f.at(l)
	if place == "" {
		return
	}
	v.place, v.at = place, at
	if other, taken := overlapping(f.places[place], at); taken {
		problem("place", "place-taken", markWrong, map[string]any{"value": place, "other": other.no}, saySet, sayOut)
		return
	}
	if other, taken := overlapping(f.lamps[place], at); taken && !f.has(v.key) { // its own position does not block it
		problem("place", "place-in-use", markWrong, map[string]any{"value": place, "names": other.name}, saySet, sayOut)
	}
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

// keyOf identifies a row: by its id in the list, otherwise by its content.
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

// has returns whether an earlier import has created a key.
func (f *facts) has(key string) bool {
	_, there := f.known[key]
	return there
}

// whoOf identifies the person of a row with an id; empty without an id, because then the key contains the name.
func whoOf(text func(string) string) string {
	if text("id") == "" {
		return ""
	}
	name := strings.ToLower(strings.Join(strings.Fields(text("name")), " ") + "\x00" + strings.Join(strings.Fields(text("chinese")), " "))
	sum := sha256.Sum256([]byte(name))
	return hex.EncodeToString(sum[:16])
}

// look reads the properties of a sheet.
func (s *Service) look(ctx context.Context, r db.Reader, one query.Import, lines []line) (*facts, error) {
	head, err := headOf(one)
	if err != nil {
		return nil, err
	}
	f := &facts{kind: one.Kind, today: lunar.DayOf(s.Clock.Now()), common: common{Years: map[string]int{}, Orders: map[string]int{}, Days: map[string]bool{}, Since04: head.Since04}}
	numbers, err := fromJSON[[]string](one.DayNumbers)
	if err != nil {
		return nil, fmt.Errorf("day numbers: %w", err)
	}
	for _, id := range numbers {
		f.Days[id] = true
	}
	if one.Kind == Lamps {
		if err := f.readOptions(ctx, r); err != nil {
			return nil, err
		}
	}
	counts, orders := map[string]map[int]int{}, map[string]map[dayOrder]int{}
	either, sure := map[string]int{}, map[string]bool{} // dates that a spreadsheet wrote
	var named []string
	for _, l := range lines {
		if l.isOut() {
			continue
		}
		named = append(named, l.text("option"))
		without, identity := true, false
		for id := range l.cells {
			text := l.text(id)
			identity = identity || writing.HasIdentityNumber(text)
			if without && lost(text) {
				f.Lost++
				without = false
			}
			if of := orderOf(text); dayFields[id] && of != noOrder {
				if orders[id] == nil {
					orders[id] = map[dayOrder]int{}
				}
				orders[id][of]++
			}
			if dayFields[id] && dayOfSheet.MatchString(text) {
				if _, may := swapped(text); may {
					either[id]++
				} else {
					sure[id] = true
				}
			}
			if dayFields[id] && id != "birth" {
				if y := yearOf(text); y > 0 {
					if counts[id] == nil {
						counts[id] = map[int]int{}
					}
					counts[id][y]++
				}
			}
		}
		if identity {
			f.IdentityCount++
			if len(f.Identity) < identityShown {
				f.Identity = append(f.Identity, l.no)
			}
		}
	}
	f.vote(named)
	for id, of := range orders {
		if of[monthFirst] > 0 {
			f.Orders[id] = orderMixed
		}
		if of[monthFirst] >= enoughMonths && of[dayFirst] == 0 {
			f.Orders[id] = orderMonth
		}
		if (of[dayFirst] >= fewLost) != (of[monthFirst] >= fewLost) && of[eitherFirst] == 0 && either[id] >= fewLost && !sure[id] {
			f.Orders[id] = orderLost
		}
	}
	for id, years := range counts {
		best := 0
		for y, n := range years {
			if n > years[best] || n == years[best] && y > best {
				best = y
			}
		}
		f.Years[id] = best
	}
	f.gather(lines)
	return f, nil
}
