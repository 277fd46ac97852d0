package document

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

func yearOf(language Language, lines int) Statement {
	s := sample(language)
	st := Statement{Year: 2026, IssuedAt: time.Date(2027, 1, 2, 3, 0, 0, 0, time.UTC), Language: language, Temple: s.Temple, Payer: s.Payer, Footer: s.Footer}
	for i := range lines {
		st.Lines = append(st.Lines, StatementLine{
			IssuedAt: time.Date(2026, 1, 1+i, 16, 0, 0, 0, time.UTC), Number: fmt.Sprintf("OR-2026-%06d", i+1),
			InvoiceNumber: fmt.Sprintf("INV-2026-%06d", i+1), Amount: 3333,
		})
	}
	return st
}

func renderYear(t *testing.T, st Statement) string {
	t.Helper()
	var b bytes.Buffer
	missing, err := printer.RenderStatement(t.Context(), &b, st)
	if err != nil || len(missing) != 0 {
		t.Fatalf("missing %q, %v", missing, err)
	}
	if dir := os.Getenv("DOCUMENT_OUT"); dir != "" {
		if err := os.WriteFile(filepath.Join(dir, strings.ReplaceAll(t.Name(), "/", "-")+".pdf"), b.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return strings.Join(extract(t, b.Bytes()), "\n\f\n")
}

func TestAYearlyStatementIsDrawnInEveryLanguage(t *testing.T) {
	t.Parallel()
	for language, words := range map[Language][]string{
		English: {"Yearly statement", "issued to you in 2026", "Refund", "2 Jan 2026", "2 Jan 2027"},
		Chinese: {"年度收据汇总", "2026年开给您的正式收据", "退款", "2026年1月2日"},
		Both:    {"Yearly statement", "年度收据汇总", "Refund 退款", "issued to you in 2026", "2026年开给您的正式收据"},
	} {
		t.Run(string(language), func(t *testing.T) {
			t.Parallel()
			st := yearOf(language, 3)
			st.Lines[1].Back = 1033
			st.Lines[2].Back = 3333
			text := renderYear(t, st)
			contains(t, text, append(words, "Tan Mei Ling", "陈𠮷䶮", "OR-2026-000003", "INV-2026-000003", "S$33.33", "−S$10.33", "S$23.00",
				"S$99.99", "−S$43.66", "S$56.33", "Not a tax-deductible receipt / 本收据不可用于扣税")...)
			if strings.Contains(text, "document.") {
				t.Errorf("a message is missing:\n%s", text)
			}
		})
	}
}

func TestOnlyAnIPCsStatementOmitsTheNotTaxDeductibleNote(t *testing.T) {
	t.Parallel()
	st := yearOf(Both, 1)
	st.Deductible = true
	if text := renderYear(t, st); strings.Contains(text, "tax-deductible") {
		t.Errorf("the paper says that it is not deductible:\n%s", text)
	}
}

func TestALongStatementRepeatsItsHead(t *testing.T) {
	t.Parallel()
	text := renderYear(t, yearOf(Both, 90))
	pages := strings.Split(text, "\f")
	if len(pages) < 3 {
		t.Fatalf("%d pages", len(pages))
	}
	for i, p := range pages {
		contains(t, p, fmt.Sprintf("Page %d of %d", i+1, len(pages)), "Not a tax-deductible receipt")
		if i < len(pages)-1 {
			contains(t, p, "Receipt no.", "收据编号")
		}
	}
	contains(t, pages[len(pages)-1], "S$2,999.70") // 90 times 33.33
}
