package bank

import (
	"slices"
	"strings"
	"time"

	"shanmen/internal/base/clock"
	"shanmen/internal/base/money"
)

// How certain a match is.
const (
	Certain = "certain"
	Likely  = "likely"
	Several = "several"
	None    = "none"
)

// What agrees or differs between a line and its proposal: the codes of bank_lines.why.
const (
	whyReference = "reference" // the order's reference or number is in the line
	whyTypo      = "typo"      // it is, with one typing mistake
	whyAmount    = "amount"
	whyUnder     = "under" // less than the amount due
	whyOver      = "over"
	whyPayer     = "payer"
	whyTime      = "time"
	whySum       = "sum"      // several orders together
	whyTwice     = "twice"    // an earlier line has the same reference and amount
	whyEnded     = "ended"    // the reference no longer waits for money
	whyChanged   = "changed"  // was certain until somebody decided about the order
	whyUndone    = "undone"   // a match was undone
	whyReturned  = "returned" // a debit returns it
	whyFailed    = "failed"   // it could not be settled; see bank_lines.problem
	whyNamesake  = "namesake" // several people have the payer's name
	whyAlike     = "alike"    // the payer's name is spelled differently
	whyCurrency  = "currency" // it is in another currency
	whyRule      = "rule"     // a rule classifies it
	whyLike      = "like"     // it seems to be a line of another statement, worded differently
)

// Kind is what a reference belongs to.
type Kind int

// The kinds, by priority for matching.
const (
	Open     Kind = iota // an invoice that awaits payment
	Approved             // an approved transfer without a bank line
	Ended                // an invoice that no longer waits
	Cart                 // a cart that never became an invoice
)

// Target is something that a line may pay for.
type Target struct {
	Kind          Kind
	ID            string // id of the invoice or the cart
	PaymentID     string // of an approved transfer
	Status        string // of an ended invoice
	Number        string
	Reference     string
	Amount        money.Cents // cents due; of an approved transfer, received
	Payer         string
	PayerChinese  string
	TransactionAt int64 // Unix milliseconds of the transfer as stated by the payer; 0 unknown
	CreatedAt     clock.Millis
	UserID        string
}

// Credit is an incoming line.
type Credit struct {
	ID          string
	Booked      time.Time
	HasTime     bool
	Amount      money.Cents
	Description string
	Payer       string
	Reference   string
	Undone      bool // a match was undone: never certain again
	Returned    bool // a debit returns it, so it probably pays for nothing
	Failed      bool // it could not be settled: needs a person
	Like        bool // it seems to repeat a line of another statement
}

// Part is the amount of a line for a target, by its index.
type Part struct {
	Target int
	Amount money.Cents
}

// Verdict is the result of matching a line.
type Verdict struct {
	Class string
	Why   []string
	Parts []Part
	Late  int // index of the target that no longer waits, -1 for none
}

// Match finds for each line what it likely pays for. It considers lines and targets together, because a line is only
// certain if nothing else claims the same order. Lines are in order of time.
func Match(lines []Credit, targets []Target) []Verdict {
	m := newMatcher(lines, targets)
	out := make([]Verdict, len(lines))
	for i := range lines {
		out[i] = m.byReference(i)
	}
	for i := range lines {
		if out[i].Class == "" {
			out[i] = m.byPayer(i)
		}
	}
	m.bothWays(out)
	for i := range out {
		for _, doubt := range []struct {
			there bool
			why   string
		}{{lines[i].Returned, whyReturned}, {lines[i].Failed, whyFailed}, {lines[i].Like, whyLike}, {lines[i].Undone, whyUndone}} {
			if doubt.there && (out[i].Class == Certain || doubt.why != whyUndone) {
				out[i].Why = append(out[i].Why, doubt.why)
				if out[i].Class == Certain {
					out[i].Class = Likely
				}
			}
		}
	}
	return out
}

type matcher struct {
	lines   []Credit
	targets []Target
	refs    *references
	order   []int32 // for each target: an index of its invoice
	taken   []bool  // by that index: a line names the invoice with the amount due
	money   *moneyIndex
	dict    *dictionary
	names   []*spellings // by target, built on first use
	bearers map[string][]int32
}

func newMatcher(lines []Credit, targets []Target) *matcher {
	order, numbers := make([]int32, len(targets)), make(map[string]int32, len(targets))
	for i, t := range targets {
		n, there := numbers[t.ID]
		if !there {
			n = int32(len(numbers))
			numbers[t.ID] = n
		}
		order[i] = n
	}
	return &matcher{
		lines: lines, targets: targets, refs: indexReferences(targets), order: order, taken: make([]bool, len(numbers)),
		money: indexMoney(targets), dict: newDictionary(), names: make([]*spellings, len(targets)),
	}
}

func (m *matcher) name(t int32) *spellings {
	if m.names[t] == nil {
		m.names[t] = m.dict.spell(m.targets[t].Payer, m.targets[t].PayerChinese)
	}
	return m.names[t]
}

// byReference matches by the references in a line's text. Without a reference the verdict has no class.
func (m *matcher) byReference(i int) Verdict {
	l := m.lines[i]
	exact, near := m.refs.find(m.targets, l.Reference, l.Description)
	live := m.live(exact, l.Amount)
	switch {
	case len(live) == 1:
		t := live[0]
		v := Verdict{Class: Likely, Why: []string{whyReference}, Parts: []Part{{int(t), l.Amount}}, Late: -1}
		switch diff := l.Amount - m.targets[t].Amount; {
		case diff == 0 && m.taken[m.order[t]]:
			v.Why = append(v.Why, whyAmount, whyTwice)
		case diff == 0:
			m.taken[m.order[t]] = !l.Returned
			v.Class, v.Why = Certain, append(v.Why, whyAmount)
		case diff < 0:
			v.Why = append(v.Why, whyUnder)
		default:
			v.Why = append(v.Why, whyOver)
		}
		return v
	case len(live) > 1:
		return m.bySeveral(l, live)
	}
	if v, ok := m.byTypo(l, m.live(near, l.Amount)); ok {
		return v
	}
	for _, ended := range append(slices.Clone(exact), near...) {
		if k := m.targets[ended].Kind; k == Ended || k == Cart {
			return Verdict{Class: None, Why: []string{whyEnded}, Late: int(ended)}
		}
	}
	return Verdict{Late: -1}
}

// live are the targets that wait for money or a bank line, each invoice once: for a partly paid order the target with
// the matching amount.
func (m *matcher) live(found []int32, amount money.Cents) []int32 {
	var out []int32
	for _, t := range found {
		if k := m.targets[t].Kind; k > Approved || k == Approved && m.targets[t].Amount != amount {
			continue
		}
		at := slices.IndexFunc(out, func(o int32) bool { return m.targets[o].ID == m.targets[t].ID })
		switch {
		case at < 0:
			out = append(out, t)
		case m.targets[out[at]].Amount != amount:
			out[at] = t
		}
	}
	return out
}

// bySeveral matches a line that names several orders: their sum is one transfer for all.
func (m *matcher) bySeveral(l Credit, live []int32) Verdict {
	v := Verdict{Class: Several, Why: []string{whyReference}, Late: -1}
	var sum money.Cents
	one := int32(-1)
	for _, t := range live {
		sum += m.targets[t].Amount
		v.Parts = append(v.Parts, Part{int(t), m.targets[t].Amount})
		if m.targets[t].Amount == l.Amount {
			one = t
		}
	}
	taken := slices.ContainsFunc(live, func(t int32) bool { return m.taken[m.order[t]] })
	switch {
	case sum == l.Amount && taken:
		v.Class, v.Why = Likely, append(v.Why, whySum, whyTwice)
	case sum == l.Amount:
		v.Class, v.Why = Certain, append(v.Why, whySum)
		for _, t := range live {
			m.taken[m.order[t]] = !l.Returned
		}
	case one >= 0:
		v = Verdict{Class: Likely, Why: []string{whyReference, whyAmount}, Parts: []Part{{int(one), l.Amount}}, Late: -1}
	}
	return v
}

func (m *matcher) byTypo(l Credit, near []int32) (Verdict, bool) {
	if len(near) == 0 {
		return Verdict{}, false
	}
	agrees := near[:0:0]
	for _, t := range near {
		if m.targets[t].Amount == l.Amount || m.dict.agree(m.name(t), m.dict.people(l.Payer)) >= nameWeak {
			agrees = append(agrees, t)
		}
	}
	switch len(agrees) {
	case 0:
		return Verdict{}, false
	case 1:
		t := agrees[0]
		v := Verdict{Class: Likely, Why: []string{whyTypo}, Parts: []Part{{int(t), l.Amount}}, Late: -1}
		switch diff := l.Amount - m.targets[t].Amount; {
		case diff == 0:
			v.Why = append(v.Why, whyAmount)
		case diff < 0:
			v.Why = append(v.Why, whyPayer, whyUnder)
		default:
			v.Why = append(v.Why, whyPayer, whyOver)
		}
		return v, true
	}
	return Verdict{Class: Several, Why: []string{whyTypo}, Parts: m.parts(agrees), Late: -1}, true
}

func (m *matcher) parts(of []int32) (out []Part) {
	for _, t := range of[:min(len(of), mostChoices)] {
		out = append(out, Part{int(t), m.targets[t].Amount})
	}
	return out
}

// mostChoices is how many orders are proposed for a line; others are found by search.
const mostChoices = 5

// byPayer matches by amount, payer and time.
func (m *matcher) byPayer(i int) Verdict {
	l := m.lines[i]
	payers := m.dict.people(l.Payer)
	var sure, named, timed, bare []int32
	for _, t := range m.ofAmount(l.Amount, payers) {
		c := &m.targets[t]
		if m.taken[m.order[t]] || !possible(l, c) {
			continue
		}
		agreed, told := m.dict.agree(m.name(t), payers), onTime(l, c)
		switch {
		case agreed == nameStrong && told == timeAgrees:
			sure = append(sure, t)
		case agreed == nameStrong, agreed == nameWeak && told == timeAgrees:
			named = append(named, t)
		case agreed == nameOther || told == timeDiffers:
		case told == timeAgrees && l.HasTime || agreed == nameWeak:
			timed = append(timed, t)
		default:
			bare = append(bare, t)
		}
		if len(bare) > mostChoices && len(payers) == 0 && !l.HasTime && len(timed) > 1 {
			break // only the amount agrees, and with too many orders
		}
	}
	for _, level := range []struct {
		found []int32
		class string
		why   []string
	}{
		{sure, m.sureOf(l, sure), []string{whyAmount, whyPayer, whyTime}},
		{named, Likely, []string{whyAmount, whyPayer}},
		{timed, Likely, []string{whyAmount, whyTime}},
	} {
		if len(level.found) == 1 {
			if doubt := level.class; doubt != Certain && doubt != Likely {
				level.class, level.why = Likely, append(level.why, doubt)
			}
			return Verdict{Class: level.class, Why: level.why, Parts: m.parts(level.found), Late: -1}
		}
		if len(level.found) > 1 {
			return Verdict{Class: Several, Why: level.why, Parts: m.parts(level.found), Late: -1}
		}
	}
	if parts := m.bySum(l, payers); parts != nil {
		return Verdict{Class: Likely, Why: []string{whyPayer, whySum}, Parts: parts, Late: -1}
	}
	switch {
	case len(bare) == 1:
		return Verdict{Class: Likely, Why: []string{whyAmount}, Parts: m.parts(bare), Late: -1}
	case len(bare) > 1 && len(bare) <= mostChoices:
		return Verdict{Class: Several, Why: []string{whyAmount}, Parts: m.parts(bare), Late: -1}
	}
	return Verdict{Class: None, Late: -1}
}

// sureOf returns whether a name alone identifies the payer: if it is the payer's name exactly and nobody else has it.
// Otherwise it returns the reason for doubt.
func (m *matcher) sureOf(l Credit, found []int32) string {
	if len(found) != 1 {
		return Certain
	}
	t := &m.targets[found[0]]
	if !sameName(l.Payer, t) {
		return whyAlike
	}
	if m.bearers == nil {
		m.bearers = map[string][]int32{}
		for i, b := range m.targets {
			for _, key := range nameKeys(b) {
				m.bearers[key] = append(m.bearers[key], int32(i))
			}
		}
	}
	for _, key := range nameKeys(*t) {
		for _, b := range m.bearers[key] {
			if o := &m.targets[b]; o.ID != t.ID && (o.UserID != t.UserID || t.UserID == "") {
				return whyNamesake
			}
		}
	}
	return Certain
}

// mostSummed is how many orders of one payer are combined.
const mostSummed = 10

// bySum finds the orders of one payer whose sum is the amount, if there is only one combination.
func (m *matcher) bySum(l Credit, payers [][]int32) []Part {
	mine := m.ofPayer(l, payers)
	if len(mine) < 2 {
		return nil
	}
	var found []Part
	for pick := 1; pick < 1<<len(mine); pick++ {
		var sum money.Cents
		var parts []Part
		for j, t := range mine {
			if pick>>j&1 == 1 {
				sum += m.targets[t].Amount
				parts = append(parts, Part{int(t), m.targets[t].Amount})
			}
		}
		if sum == l.Amount && len(parts) > 1 {
			if found != nil {
				return nil
			}
			found = parts
		}
	}
	return found
}

// bothWays removes certainty by payer and time if another line matches the same order.
func (m *matcher) bothWays(all []Verdict) {
	claims := map[string]int{}
	for _, v := range all {
		if v.Class == Certain || v.Class == Likely || v.Class == Several {
			for _, p := range v.Parts {
				claims[m.targets[p.Target].ID]++
			}
		}
	}
	for i, v := range all {
		if v.Class == Certain && slices.Contains(v.Why, whyPayer) && claims[m.targets[v.Parts[0].Target].ID] > 1 {
			all[i].Class = Likely
		}
	}
}

const (
	timeUnknown = iota
	timeAgrees
	timeDiffers
)

// The time window of a transfer: clocks differ, and the stated time may be that of the screenshot.
const window = 30 * time.Minute

// bookedWithin is how many days a bank may take to book, such as over a long weekend.
const bookedWithin = 4

// onTime compares the payer's stated time with the bank's booking.
func onTime(l Credit, t *Target) int {
	if t.TransactionAt == 0 {
		return timeUnknown
	}
	told := clock.Millis(t.TransactionAt).Time()
	if l.HasTime {
		if l.Booked.Sub(told).Abs() <= window {
			return timeAgrees
		}
		return timeDiffers
	}
	if days := dayOf(l.Booked) - dayOf(told); days >= 0 && days <= bookedWithin {
		return timeAgrees
	}
	return timeDiffers
}

// possible returns whether the money can be for the order at all: a code is shown before the order exists, and nobody
// pays a quarter later.
func possible(l Credit, t *Target) bool {
	days := dayOf(l.Booked) - dayOf(t.CreatedAt.Time())
	return days >= -1 && days <= 92
}

// dayOf numbers days in Singapore.
func dayOf(t time.Time) int64 { return (t.Unix() + 8*60*60) / (24 * 60 * 60) }

// moneyIndex finds targets by amount, by amount and a word of the payer's name, and open ones by a word alone.
type moneyIndex struct {
	amounts map[money.Cents][]int32
	named   map[money.Cents]map[int32][]int32 // by dictionary index; nameless for targets without a name
	words   map[int32][]int32
}

const nameless = int32(-1)

func indexMoney(targets []Target) *moneyIndex {
	x := &moneyIndex{amounts: map[money.Cents][]int32{}, named: map[money.Cents]map[int32][]int32{}}
	for i, t := range targets {
		if t.Kind <= Approved {
			x.amounts[t.Amount] = append(x.amounts[t.Amount], int32(i))
		}
	}
	return x
}

// ofAmount lists the targets of an amount; with a known payer, those whose payer may be the same.
func (m *matcher) ofAmount(amount money.Cents, payers [][]int32) []int32 {
	all := m.money.amounts[amount]
	if len(payers) == 0 || len(all) == 0 {
		return all
	}
	words, there := m.money.named[amount]
	if !there {
		words = map[int32][]int32{}
		for _, t := range all {
			for _, w := range m.name(t).words {
				words[w] = append(words[w], t)
			}
			if len(m.name(t).words) == 0 {
				words[nameless] = append(words[nameless], t)
			}
		}
		m.money.named[amount] = words
	}
	out := slices.Clone(words[nameless])
	for _, p := range payers {
		for _, w := range p {
			out = append(out, words[w]...)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// ofPayer lists the open orders of the line's certain payer: of one account, if any has one.
func (m *matcher) ofPayer(l Credit, payers [][]int32) []int32 {
	if len(payers) == 0 {
		return nil
	}
	if m.money.words == nil {
		m.money.words = map[int32][]int32{}
		for i, t := range m.targets {
			if t.Kind == Open {
				for _, w := range m.name(int32(i)).words {
					m.money.words[w] = append(m.money.words[w], int32(i))
				}
			}
		}
	}
	var out []int32
	for _, p := range payers {
		for i, w := range p {
			for _, other := range p[i+1:] { // at least two words agree
				for _, t := range common(m.money.words[w], m.money.words[other]) {
					c := &m.targets[t]
					if c.Amount < l.Amount && !m.taken[m.order[t]] && possible(l, c) && m.dict.agree(m.name(t), payers) == nameStrong {
						if out = merge(out, []int32{t}); len(out) > mostSummed {
							return nil
						}
					}
				}
			}
		}
	}
	for _, t := range out {
		if m.targets[t].UserID != m.targets[out[0]].UserID || m.targets[t].UserID == "" && !strings.EqualFold(m.targets[t].Payer, m.targets[out[0]].Payer) {
			return nil // two people with one name
		}
	}
	return out
}

// common lists the numbers in both of two sorted lists.
func common(a, b []int32) (out []int32) {
	for len(a) > 0 && len(b) > 0 {
		switch {
		case a[0] < b[0]:
			a = a[1:]
		case a[0] > b[0]:
			b = b[1:]
		default:
			out = append(out, a[0])
			a, b = a[1:], b[1:]
		}
	}
	return out
}
