package journal

import (
	"archive/zip"
	"bytes"
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"time"

	"shanmen/internal/base/clock"
	"shanmen/internal/base/fault"
	"shanmen/internal/base/locale"
	"shanmen/internal/base/money"
	"shanmen/internal/platform/audit"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/httpd"
	"shanmen/internal/platform/table"
	"shanmen/internal/sales/month"
)

// xeroLines is the most lines that Xero imports from one file.
const xeroLines = 300

// File downloads a journal: /api/admin/journal/2026-09.csv of a month, 2026-09-21.csv of a day, and .xero for Xero: a CSV
// file, or a ZIP of several when it would have more than 300 lines. It is audited.
func (s *Service) File(w http.ResponseWriter, r *http.Request) error {
	of, format, _ := strings.Cut(r.PathValue("file"), ".")
	if format != "csv" && format != "xero" {
		return fault.NotFound()
	}
	ctx := r.Context()
	lines, err := s.read(ctx, of)
	if err != nil {
		return err
	}
	err = s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		return audit.Note(ctx, tx, "export.journal", "month:"+of, nil, map[string]any{"format": format, "lines": len(lines)})
	})
	if err != nil {
		return err
	}
	if format == "csv" {
		return send(w, "journal-"+of+".csv", func(to io.Writer) error { return writeGeneral(to, lines) })
	}
	parts := split(lines)
	if len(parts) <= 1 {
		return send(w, "xero-"+of+".csv", func(to io.Writer) error { return writeXero(to, lines) })
	}
	var out bytes.Buffer
	if err := writeZIP(&out, of, parts); err != nil {
		return err
	}
	return httpd.SendFile(w, "xero-"+of+".zip", "application/zip", out.Bytes())
}

func send(w http.ResponseWriter, name string, write func(io.Writer) error) error {
	var out bytes.Buffer
	if err := write(&out); err != nil {
		return err
	}
	return httpd.SendFile(w, name, table.CSV.ContentType(), out.Bytes())
}

// read is the journal of a day or month. That of a closed month was stored when it was closed.
func (s *Service) read(ctx context.Context, of string) ([]Line, error) {
	r := s.DB.Read()
	from, isMonth := month.Start(of)
	to := from.AddDate(0, 1, 0)
	if !isMonth {
		day, err := time.ParseInLocation(time.DateOnly, of, clock.Singapore)
		if err != nil || day.Year() < 2000 || day.Year() > 2200 {
			return nil, fault.NotFound()
		}
		from, to = day, day.AddDate(0, 0, 1)
	}
	c, err := r.MonthClosing(ctx, from.Format(month.Layout))
	switch {
	case errors.Is(err, db.ErrNoRows):
		lines, _, err := s.linesOf(ctx, r, spanOf(from, to))
		return lines, err
	case err != nil:
		return nil, fmt.Errorf("closing: %w", err)
	}
	rows, err := r.JournalLines(ctx, c.ID)
	if err != nil {
		return nil, fmt.Errorf("journal: %w", err)
	}
	var lines []Line
	for _, l := range rows {
		if isMonth || l.Day == of {
			lines = append(lines, Line{l.Day, l.Entry, l.Document, l.Account, l.Code, l.TaxRate, l.Description, l.OfMonth, l.Debit, l.Credit})
		}
	}
	return lines, nil
}

// generalColumns have English names only: other programs read this file.
var generalColumns = []struct {
	name string
	kind table.Kind
}{
	{"Date", table.Words}, {"Document", table.Words}, {"Description", table.Words}, {"Account", table.Words},
	{"Debit", table.Money}, {"Credit", table.Money}, {"Reference", table.Words},
}

// writeGeneral writes a journal for any ledger.
func writeGeneral(to io.Writer, lines []Line) error {
	columns := make([]table.Column, len(generalColumns))
	for i, c := range generalColumns {
		columns[i] = table.Column{Name: locale.Text{EN: c.name, ZH: c.name}, Kind: c.kind}
	}
	out, err := table.New(table.CSV, to, "", columns)
	if err != nil {
		return err
	}
	for _, l := range lines {
		if err := out.Row(l.Day, l.Document, l.Description, l.Code, l.Debit, l.Credit, l.Entry); err != nil {
			return err
		}
	}
	return out.Close()
}

// writeXero writes a journal as Xero imports manual journals: lines of one narration and date are one journal, debits are
// positive (https://help.xero.com/nz/ManualJournalsImport). Without a byte order mark, which would be part of the first
// heading.
func writeXero(to io.Writer, lines []Line) error {
	out := csv.NewWriter(to)
	out.UseCRLF = true
	_ = out.Write([]string{"Narration", "Date", "Description", "AccountCode", "TaxRate", "Amount"}) // a csv.Writer keeps its first error
	for _, l := range lines {
		day, err := time.Parse(time.DateOnly, l.Day)
		if err != nil {
			return fmt.Errorf("day of a journal line: %w", err)
		}
		_ = out.Write([]string{
			table.Harmless(l.Entry), day.Format("02/01/2006"), table.Harmless(l.Description), l.Code, table.Harmless(l.TaxRate), money.Decimal(l.Debit - l.Credit),
		})
	}
	out.Flush()
	return out.Error()
}

// split divides a journal into files of at most 300 lines. An entry stays whole, so that each file adds up to zero.
func split(lines []Line) (parts [][]Line) {
	begin, end := 0, 0
	for end < len(lines) {
		next := end + 1
		for next < len(lines) && lines[next].Entry == lines[end].Entry {
			next++
		}
		if next-begin > xeroLines && end > begin {
			parts = append(parts, lines[begin:end])
			begin = end
		}
		end = next
	}
	if end > begin {
		parts = append(parts, lines[begin:end])
	}
	return parts
}

// writeZIP writes the parts as files. Without times, so that the same parts are the same bytes.
func writeZIP(to io.Writer, of string, parts [][]Line) error {
	z := zip.NewWriter(to)
	for i, part := range parts {
		f, err := z.CreateHeader(&zip.FileHeader{Name: fmt.Sprintf("xero-%s-%d.csv", of, i+1), Method: zip.Deflate})
		if err != nil {
			return err
		}
		if err := writeXero(f, part); err != nil {
			return err
		}
	}
	return z.Close()
}
