package demo_test

import (
	"encoding/json"
	"io/fs"
	"os"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"

	"shanmen/internal/base/locale"
	"shanmen/internal/offer/form"
)

// TestNoPageContradictsAPromiseOfASetting: a number that a setting or one message states is not repeated on a page with
// another value.
func TestNoPageContradictsAPromiseOfASetting(t *testing.T) {
	files := os.DirFS(".")
	pages, err := fs.Glob(files, "data/page/*/*.html")
	if err != nil || len(pages) < 20 {
		t.Fatal(len(pages), err)
	}
	for what, found := range map[string]*regexp.Regexp{
		"how long a check takes: the order's page says it":        regexp.MustCompile(`(?i)working days?|business days?|工作[日天]`),
		"how long an unpaid order lives: a setting, on the order": regexp.MustCompile(`(?i)(unpaid|at the counter)[^.<]*\d+ days?|(未付款|柜台|订单)[^。<]*[一二三四五六七八九十\d]+[日天]后`),
		"the payee: a setting, beside the code":                   regexp.MustCompile(`QING LIAN TEMPLE`),
	} {
		for _, name := range pages {
			if said := found.FindString(readText(t, name)); said != "" {
				t.Errorf("%s says %q; %s", name, said, what)
			}
		}
	}
	clock := regexp.MustCompile(`\d{1,2}(:\d\d)? [ap]m|[上下]午\d{1,2}时|晚上\d{1,2}时`)
	for _, name := range pages {
		if base := path.Base(name); !strings.HasPrefix(base, "faq") && !strings.HasSuffix(base, "policy.html") && base != "term-and-condition.html" {
			continue
		}
		if said := clock.FindString(readText(t, name)); said != "" {
			t.Errorf("%s says %q; when the temple is open is a setting", name, said)
		}
	}
}

// TestTheVisitPageShowsTheOpeningHoursOfTheSettings: only this page lists the opening hours.
func TestTheVisitPageShowsTheOpeningHoursOfTheSettings(t *testing.T) {
	var site struct {
		Opens, Closes, ClosesLate string
		Hours                     locale.Text
	}
	if err := json.Unmarshal([]byte(readText(t, "data/site.json")), &site); err != nil {
		t.Fatal(err)
	}
	for l, clock := range map[string]*regexp.Regexp{
		"en": regexp.MustCompile(`\d{1,2}(?::\d\d)? [ap]m`), "zh": regexp.MustCompile(`(?:上午|下午|晚上)\d{1,2}时(?:\d+分)?`),
	} {
		html := readText(t, "data/page/"+l+"/visiting.html")
		var spelled, settings []string
		for _, said := range clock.FindAllString(html, -1) {
			spelled = append(spelled, plainTime(said))
		}
		for _, said := range clock.FindAllString(site.Hours.In(locale.Locale(l)), -1) {
			settings = append(settings, plainTime(said))
		}
		want := []string{site.Opens, site.Closes, site.ClosesLate}
		if !slices.Equal(spelled, want) || !slices.Equal(settings, want) {
			t.Errorf("%s: the page says %v, the settings' words %v, the settings %v", l, spelled, settings, want)
		}
	}
}

var figures = regexp.MustCompile(`(\d{1,2})(?:[:时](\d\d))?`)

// plainTime returns 17:30 for "5:30 pm" and "下午5时30分".
func plainTime(said string) string {
	m := figures.FindStringSubmatch(said)
	hour, minute := int(m[1][0]-'0'), m[2]
	if len(m[1]) == 2 {
		hour = hour*10 + int(m[1][1]-'0')
	}
	if (strings.Contains(said, "pm") || strings.Contains(said, "下午") || strings.Contains(said, "晚上")) && hour < 12 {
		hour += 12
	}
	if minute == "" {
		minute = "00"
	}
	return string(rune('0'+hour/10)) + string(rune('0'+hour%10)) + ":" + minute
}

// TestAllTextsPromiseTheSameAnswerTime: all of the program's own texts promise the same answer time of the office. The
// date by which a payment is checked is on its order's page.
func TestAllTextsPromiseTheSameAnswerTime(t *testing.T) {
	m, err := locale.Load()
	if err != nil {
		t.Fatal(err)
	}
	days := regexp.MustCompile(`(\w+) working days?|(.)个工作日`)
	for _, l := range locale.All {
		by := map[string][]string{}
		for key, text := range m.Namespaces(l, "invoice", "checkout", "contact", "form", "mail", "sms", "offering", "payment", "common", "misc") {
			for _, said := range days.FindAllString(text, -1) {
				by[said] = append(by[said], key)
			}
		}
		if len(by) != 1 {
			t.Errorf("%s: %v", l, by)
		}
	}
}

// TestOfferingsForAChosenDayAskForADate: an offering for a chosen day has a date question in its form.
func TestOfferingsForAChosenDayAskForADate(t *testing.T) {
	var all []struct {
		Key, Form string
		Summary   locale.Text
		Options   []struct{ Description locale.Text }
	}
	if err := json.Unmarshal([]byte(readText(t, "data/offerings.json")), &all); err != nil {
		t.Fatal(err)
	}
	chosen := regexp.MustCompile(`(?i)day (that )?you choose|choose (a|the) day|one day in your name|择日|选(择|定)日`)
	found := 0
	for _, o := range all {
		words := []string{o.Summary.EN, o.Summary.ZH, readText(t, "data/offering/en/"+o.Key+".html"), readText(t, "data/offering/zh/"+o.Key+".html")}
		for _, opt := range o.Options {
			words = append(words, opt.Description.EN, opt.Description.ZH)
		}
		if !slices.ContainsFunc(words, chosen.MatchString) {
			continue
		}
		found++
		d, err := form.Parse([]byte(readText(t, "data/forms/"+o.Form+".json")))
		if err != nil {
			t.Fatal(err)
		}
		if !slices.ContainsFunc(d.Fields, func(f form.Field) bool { return f.Type == form.BirthDate && f.Ahead }) {
			t.Errorf("%s is for a day that one chooses, and its form %s asks for none", o.Key, o.Form)
		}
	}
	if found < 2 {
		t.Errorf("%d offerings are for a chosen day", found)
	}
}

func readText(t *testing.T, name string) string {
	t.Helper()
	raw, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(raw)
}

// TestOptionalQuestionsAreMarkedOptionalOnce: the page adds “(optional)” to the label, so the label must not contain
// it.
func TestOptionalQuestionsAreMarkedOptionalOnce(t *testing.T) {
	names, err := fs.Glob(os.DirFS("."), "data/forms/*.json")
	if err != nil || len(names) < 5 {
		t.Fatal(len(names), err)
	}
	for _, name := range names {
		var d form.Definition
		if err := json.Unmarshal([]byte(readText(t, name)), &d); err != nil {
			t.Fatal(name, err)
		}
		fields := d.Fields
		for _, f := range d.Fields {
			fields = append(fields, f.Fields...)
		}
		for _, f := range fields {
			for _, label := range []string{f.Label.EN, f.Label.ZH} {
				if !f.Required && (strings.HasSuffix(label, ")") || strings.HasSuffix(label, "）")) {
					t.Errorf("%s: %q ends in a bracket", name, label)
				}
			}
		}
	}
}
