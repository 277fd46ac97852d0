package payment_test

import (
	"strings"
	"testing"

	"shanmen/internal/base/clock"
	"shanmen/internal/base/locale"
	"shanmen/internal/testkit"
)

// A lamp's receipt gives its position, and a term's first and last day, in each language.
func TestAReceiptShowsTheLampsPositionAndTerm(t *testing.T) {
	t.Parallel()
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		a.LampHall(t, 3, 4, "toRow", 3, "lastsMonths", 12)
		c := a.Member(t)
		v := c.BuyFor(18800, a.Item(t, "light-lamp", "grand", "term", "yearly", "form", testkit.People("林美玲")))
		a.TakeCash(t, v)
		place := a.Text(t, "SELECT p.code FROM position_uses u JOIN positions p ON p.id = u.position_id WHERE u.ended_at = 0")
		var slip struct {
			Items []struct {
				Stands []struct{ Value struct{ EN string } }
			}
		}
		a.Staff(t, "counter").Get("/api/admin/invoice/" + v.ID + "/paper").Want(200).JSON(&slip)
		if stands := slip.Items[0].Stands; len(stands) != 2 || stands[0].Value.EN != place {
			t.Errorf("the counter's slip: %+v", stands)
		}
		from := a.Clock.Now().In(clock.Singapore)
		until := from.AddDate(1, 0, 0)
		for language, want := range map[string][]string{
			"en": {"Place", place, locale.Date(locale.EN, from) + " – " + locale.Date(locale.EN, until)},
			"zh": {"位置", place, locale.Date(locale.ZH, from) + "至" + locale.Date(locale.ZH, until)},
		} {
			text := strings.ReplaceAll(testkit.PDFText(t, c.Get(c.Order(v.ID).OfficialReceipt.URL+"?language="+language).Want(200).Body), "\n", " ")
			for _, w := range want {
				if !strings.Contains(text, w) {
					t.Errorf("%s: no %q in %s", language, w, text)
				}
			}
		}
	})
}
