package document

import (
	"strings"
	"testing"
	"time"
)

// No text on a document is smaller than ten points, in any language, as many readers are old.
func TestNothingIsSmallerThanTenPoints(t *testing.T) {
	t.Parallel()
	for _, language := range []Language{English, Chinese, Both} {
		counter := unpaid(t, language)
		counter.Code = &Code{counter.Reference, ForCounter}
		receipt := sample(language)
		receipt.GST = &GST{Number: "M2-0012345-6", Percent: 9, Cents: 10639}
		receipt.Clerk, receipt.Copy, receipt.Voided, receipt.VoidReason = "Tan", true, true, "Refunded"
		receipt.Backs = []Back{{At: receipt.IssuedAt.Add(48 * time.Hour), Cents: 8800}}
		long := unpaid(t, language)
		for range 6 {
			long.Items = append(long.Items, long.Items...)[:min(2*len(long.Items), 24)]
		}
		files := map[string][]byte{}
		for name, r := range map[string]Receipt{"invoice": unpaid(t, language), "counter": counter, "receipt": receipt, "long": long} {
			files[name], _ = render(t, r)
		}
		var year strings.Builder
		if _, err := printer.RenderStatement(t.Context(), &year, yearOf(language, 60)); err != nil {
			t.Fatal(err)
		}
		files["statement"] = []byte(year.String())
		for name, file := range files {
			for page, runs := range pagesOf(t, file) {
				for _, r := range runs {
					if r.size < least-0.01 && strings.TrimSpace(r.text) != "" {
						t.Errorf("%s, %s, page %d: %q has %.2f points", language, name, page+1, r.text, r.size)
					}
				}
			}
		}
	}
}

// An invoice of two lines is one page, also in two languages: its QR code is beside the amount.
func TestAnInvoiceOfTwoLinesIsOnePage(t *testing.T) {
	t.Parallel()
	for _, language := range []Language{English, Chinese, Both} {
		r := unpaid(t, language)
		file, _ := render(t, r)
		if pages := extract(t, file); len(pages) != 1 {
			t.Errorf("%s: %d pages", language, len(pages))
		}
	}
}
