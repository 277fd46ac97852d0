package document

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/ledongthuc/pdf"

	"shanmen/internal/base/locale"
	"shanmen/internal/base/paynow"
)

// unpaid is an invoice that waits for payment by PayNow.
func unpaid(t *testing.T, language Language) Receipt {
	t.Helper()
	r := sample(language)
	r.Kind, r.Number, r.InvoiceNumber = Invoice, "INV-2026-000123", ""
	r.Status, r.PayBy = "awaiting-payment", time.Date(2026, 11, 27, 17, 0, 0, 0, time.UTC) // already the 28th in Singapore
	r.Received, r.Due = 0, r.Total
	payload, err := paynow.Payload(paynow.Params{UEN: "T08SS0001L", PayeeName: "QING LIAN TEMPLE", Cents: r.Due, Reference: r.Reference, Expires: r.PayBy})
	if err != nil {
		t.Fatal(err)
	}
	r.Code = &Code{payload, ForBank}
	return r
}

func TestAnInvoiceIsDrawnInEveryLanguage(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		language Language
		has, not []string
	}{
		{English, []string{"Invoice", "Status", "To be paid", "Pay by", "28 Nov 2026", "Still to pay", "Pay with PayNow", "18 Lotus Hill Road"}, []string{"账单", "待付款", "莲花山路"}},
		{Chinese, []string{"账单", "状态", "待付款", "付款期限", "2026年11月28日", "待付", "用PayNow付款", "莲花山路18号"}, []string{"To be paid", "Lotus Hill", "28 Nov"}},
		{Both, []string{"Invoice", "账单", "To be paid", "待付款", "28 Nov 2026", "2026年11月28日", "Pay with PayNow", "用PayNow付款", "Lotus Hill", "莲花山路"}, nil},
	} {
		t.Run(string(c.language), func(t *testing.T) {
			t.Parallel()
			r := unpaid(t, c.language)
			file, missing := render(t, r)
			if len(missing) != 0 {
				t.Errorf("missing %q", missing)
			}
			pages := extract(t, file)
			text := strings.Join(pages, "\n")
			contains(t, text, c.has...)
			contains(t, text, "INV-2026-000123", "TM26K7Q4X9", "S$1,288.50", "陈𠮷𠀋䶮")
			for _, n := range append(c.not, "Official receipt", "正式收据", "Tax Invoice") {
				if strings.Contains(text, n) {
					t.Errorf("%q is on the paper", n)
				}
			}
			sameCode(t, file, r.Code.Payload)
			golden(t, "invoice-"+string(c.language), pages)
		})
	}
}

// sameCode compares the QR code on the page with the payload's code.
func sameCode(t *testing.T, file []byte, payload string) {
	t.Helper()
	want, err := paynow.Modules(payload)
	if err != nil {
		t.Fatal(err)
	}
	doc, err := pdf.NewReader(bytes.NewReader(file), int64(len(file)))
	if err != nil {
		t.Fatal(err)
	}
	side := codeSide / float64(len(want)+2*codeQuiet)
	var dark []pdf.Rect
	top := 0.0
	for n, text := range extract(t, file) {
		if !strings.Contains(text, "Pay with PayNow") && !strings.Contains(text, "用PayNow付款") && !strings.Contains(text, "Pay at the counter") {
			continue
		}
		for _, r := range doc.Page(n + 1).Content().Rect {
			if h := r.Max.Y - r.Min.Y; h > side*0.9 && h < side*1.1 { // as high as one module
				dark = append(dark, r)
				top = max(top, r.Max.Y)
			}
		}
	}
	if len(dark) == 0 {
		t.Fatal("no code is beside the words")
	}
	x0 := left + 10 + codeQuiet*side
	for y, row := range want {
		for x, black := range row {
			px, py := x0+(float64(x)+0.5)*side, top-(float64(y)+0.5)*side
			found := false
			for _, r := range dark {
				found = found || px > r.Min.X && px < r.Max.X && py > r.Min.Y && py < r.Max.Y
			}
			if found != black {
				t.Fatalf("the square %d, %d is dark: %t, want %t", x, y, found, black)
			}
		}
	}
}

func TestAPartlyPaidInvoiceAsksForTheRest(t *testing.T) {
	t.Parallel()
	r := unpaid(t, Both)
	r.Received, r.Due, r.PayBy = 100000, 28850, time.Time{}
	r.Code = &Code{r.Reference, ForCounter}
	file, _ := render(t, r)
	text := strings.Join(extract(t, file), "\n")
	contains(t, text, "Still to pay 待付 | S$288.50", "Received 已收 | S$1,000.00", "Total 总额 | S$1,288.50", "Pay at the counter", "到柜台付款")
	if strings.Contains(text, "Pay by") {
		t.Error("a day is named that nobody set")
	}
	sameCode(t, file, r.Reference)
}

func TestASettledInvoiceAsksForNothing(t *testing.T) {
	t.Parallel()
	for status, word := range map[string]string{"paid": "Paid", "cancelled": "Cancelled, nothing to pay", "expired": "Expired unpaid", "refunded": "Refunded", "under-verification": "Transfer awaiting check"} {
		r := unpaid(t, English)
		r.Status, r.Due, r.PayBy, r.Code = status, 0, time.Time{}, nil
		file, _ := render(t, r)
		text := strings.Join(extract(t, file), "\n")
		contains(t, text, word, "S$1,288.50")
		for _, n := range []string{"Still to pay", "PayNow with", "Pay with PayNow", "Pay by"} {
			if strings.Contains(text, n) {
				t.Errorf("%s: %q is on the paper", status, n)
			}
		}
	}
}

// The code is never split from its amount, wherever the items end on the page.
func TestTheQRCodeIsNotSplitOverPages(t *testing.T) {
	t.Parallel()
	for n := 1; n <= 16; n++ {
		r := unpaid(t, Both)
		r.Payer = Payer{Name: strings.Repeat("Wolfeschlegelsteinhausen ", 3), ChineseName: strings.Repeat("欧阳𠮷䶮", 5)}
		for i := range n {
			it := r.Items[0]
			it.Title = locale.Text{EN: fmt.Sprintf("Offering %02d", i+1), ZH: fmt.Sprintf("项目%02d", i+1)}
			r.Items = append(r.Items, it)
		}
		file, _ := render(t, r)
		pages := extract(t, file)
		contains(t, pages[len(pages)-1], "Not a tax-deductible receipt", fmt.Sprintf("Page %d of %d", len(pages), len(pages)))
		sameCode(t, file, r.Code.Payload)
		for _, runs := range pagesOf(t, file) {
			for _, run := range runs {
				if run.y < 40 {
					t.Errorf("%d items: %q stands below the page's foot", n, run.text)
				}
			}
		}
	}
}
