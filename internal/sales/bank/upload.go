package bank

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"strings"
	"time"

	"shanmen/internal/base/clock"
	"shanmen/internal/base/fault"
	"shanmen/internal/base/id"
	"shanmen/internal/platform/audit"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
	"shanmen/internal/platform/httpd"
	"shanmen/internal/platform/media"
	"shanmen/internal/platform/outbox"
	"shanmen/internal/sales/bankfile"
)

// The states of a statement.
const (
	Unmapped  = "unmapped" // the columns must be named
	Reading   = "reading"
	Ready     = "ready"
	Failed    = "failed"
	Approving = "approving"
	Undoing   = "undoing"
	Undone    = "undone"
)

// KindWork is the outbox job that reads, settles or undoes a statement, depending on its state.
const KindWork = "bank-work"

type work struct {
	StatementID string `json:"statementId"` // "": match the open lines again
	ActorID     string `json:"actorId"`
}

// Uploaded is the answer to an upload.
type Uploaded struct {
	ID    string `json:"id"`
	State string `json:"state"`
	Known bool   `json:"known"` // the same file was uploaded before: nothing changes
}

// Upload receives a statement file: multipart, one part named file. A job reads it, because the time needed depends on
// its content. A file uploaded before changes nothing.
func (s *Service) Upload(w http.ResponseWriter, r *http.Request) error {
	name, data, err := httpd.OneFile(r, bankfile.MaxBytes, "statement-too-large")
	if err != nil {
		return err
	}
	out, err := s.take(r.Context(), httpd.VisitorOf(r.Context()).UserID, name, data)
	if err != nil {
		return err
	}
	return httpd.WritePrivateJSON(w, out)
}

// take stores a file and enqueues the job that reads it.
func (s *Service) take(ctx context.Context, actorID, name string, data []byte) (*Uploaded, error) {
	sum := sha256.Sum256(data)
	now := s.Clock.Now()
	row := statementRow{
		ID: id.New(), Name: name, Sha256: hex.EncodeToString(sum[:]), FileKey: media.NewKey("statement", "bin"),
		State: Reading, UploadedBy: actorID, CreatedAt: clock.MillisOf(now),
	}
	if there, err := s.DB.Read().BankStatementOfFile(ctx, row.Sha256); err == nil {
		return s.again(ctx, there, actorID, data)
	}
	if err := s.Files.Put(ctx, row.FileKey, bytes.NewReader(data), int64(len(data)), "application/octet-stream"); err != nil {
		return nil, fmt.Errorf("keep statement: %w", err)
	}
	out, err := db.WriteValue(ctx, s.DB, func(ctx context.Context, tx *db.Tx) (*Uploaded, error) { return s.begin(ctx, tx, row) })
	if err != nil && !db.Unsure(err) || err == nil && out.Known { // unsure: the row may exist and need its file
		s.discard(ctx, row.FileKey)
	}
	return out, err
}

// again handles a file uploaded before. If it has not been read yet, its stored copy may be lost: it is restored, and a
// failed job is resumed.
func (s *Service) again(ctx context.Context, st query.BankStatement, actorID string, data []byte) (*Uploaded, error) {
	out := &Uploaded{st.ID, st.State, true}
	if st.FileKey == "" || st.State != Reading && st.State != Unmapped {
		return out, nil
	}
	if f, err := s.Files.Open(ctx, st.FileKey); err == nil {
		return out, f.Close()
	} else if !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("statement's file: %w", err)
	}
	if err := s.Files.Put(ctx, st.FileKey, bytes.NewReader(data), int64(len(data)), "application/octet-stream"); err != nil {
		return nil, fmt.Errorf("keep statement: %w", err)
	}
	out.Known = false
	err := s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		err := tx.BankStatementProblem(ctx, query.BankStatementProblemParams{ID: st.ID})
		if err == nil {
			err = s.resume(ctx, tx, st.ID, actorID)
		}
		if errors.Is(err, fault.Invalid("statement-not-stuck")) { // its job will read it at the next try, or the columns must be named
			err = nil
		}
		return err
	})
	return out, err
}

// discard deletes a file without a row. An unavailable storage does not fail the call.
func (s *Service) discard(ctx context.Context, key string) {
	if err := s.Files.Delete(context.WithoutCancel(ctx), key); err != nil {
		s.Log.Warn("a statement's file without a row stays", "key", key, "error", err)
	}
}

// begin inserts the statement, unless the same file was uploaded concurrently.
func (s *Service) begin(ctx context.Context, tx *db.Tx, row statementRow) (*Uploaded, error) {
	added, err := tx.BankStatementAdd(ctx, query.BankStatementAddParams(row))
	if err != nil {
		return nil, fmt.Errorf("add statement: %w", err)
	}
	if added == 0 {
		there, err := tx.BankStatementOfFile(ctx, row.Sha256)
		return &Uploaded{there.ID, there.State, true}, err
	}
	if err := s.queue(ctx, tx, work{row.ID, row.UploadedBy}); err != nil {
		return nil, err
	}
	return &Uploaded{ID: row.ID, State: row.State}, audit.Note(ctx, tx, "bank.upload", "bank-statement:"+row.ID, nil, map[string]any{"sha256": row.Sha256})
}

func (s *Service) queue(ctx context.Context, tx *db.Tx, w work) error {
	job, err := outbox.Add(ctx, tx, outbox.Job{Kind: KindWork, Args: w, NotBefore: s.Clock.Now()})
	if err != nil || w.StatementID == "" {
		return err
	}
	return tx.SetBankStatementJob(ctx, query.SetBankStatementJobParams{JobID: job, ID: w.StatementID})
}

// shown is the data for naming the columns.
type shown struct {
	Header  []string        `json:"header"`
	Sample  [][]string      `json:"sample"`
	Guess   bankfile.Layout `json:"guess"`
	Unknown [][]string      `json:"unknown" doc:"By column: status words not yet classified as completed or not completed"`
}

// parse reads a file with a known layout, or one that the office has named before.
func (s *Service) parse(ctx context.Context, name string, data []byte) (bankfile.File, error) {
	file, err := bankfile.Read(name, data, nil)
	if !errors.Is(err, fault.Invalid("statement-no-header")) {
		return file, err
	}
	known, look := s.DB.Read().BankLayout(ctx, keyOf(file.Header))
	if errors.Is(look, db.ErrNoRows) {
		return file, err
	}
	if look != nil {
		return file, look
	}
	layout, err := remembered(known, file.Guess.HeaderRow)
	if err != nil {
		return file, err
	}
	read, err := bankfile.Read(name, data, &layout)
	// The layout is from an older version that ignored that column, or the bank uses a new status word.
	if errors.Is(err, fault.Invalid("statement-indicator")) || errors.Is(err, fault.Invalid("statement-status")) {
		if layout.Indicator < 0 {
			layout.Indicator = file.Guess.Indicator
		}
		if layout.Status < 0 {
			layout.Status = file.Guess.Status
		}
		file.Guess = layout
		return file, fault.Invalid("statement-no-header")
	}
	if known.Bank != "" {
		read.Bank = known.Bank
	}
	return read, err
}

// remembered is a layout that the office has named before, whose header may be in another row now.
func remembered(known query.BankLayout, headerRow int) (bankfile.Layout, error) {
	layout := bankfile.Layout{Indicator: -1, Status: -1} // older versions stored none
	if err := json.Unmarshal([]byte(known.Layout), &layout); err != nil {
		return layout, fmt.Errorf("layout: %w", err)
	}
	if layout.HeaderRow >= 0 {
		layout.HeaderRow = headerRow
	}
	return layout, nil
}

func keyOf(header []string) string {
	sum := sha256.Sum256([]byte(bankfile.Key(header)))
	return hex.EncodeToString(sum[:])
}

func textOf(v any) (string, error) {
	b, err := json.Marshal(v)
	return string(b), err
}

type statementRow query.BankStatementAddParams

// describe copies the statement's details from the file. Today's statement nominally covers the whole day, but ends
// when it was downloaded.
func (r *statementRow) describe(f bankfile.File, now time.Time) {
	if f.Through.After(now) {
		f.Through = now
	}
	r.Bank, r.Account, r.Skipped, r.Total = f.Bank, f.Account, int64(len(f.Unread)), int64(len(f.Lines))
	r.FromAt, r.ThroughAt = clock.MillisOf(f.From), clock.MillisOf(f.Through)
}

type layoutIn struct {
	ID   string `path:"id"`
	Body struct {
		Bank        string `json:"bank" maxLength:"40"`
		HeaderRow   int    `json:"headerRow" minimum:"-1" maximum:"200" doc:"The row above the first transaction, from 0; -1 without one"`
		Date        int    `json:"date" minimum:"0" maximum:"63"`
		Description []int  `json:"description" maxItems:"8"`
		Credit      int    `json:"credit" minimum:"-1" maximum:"63" doc:"Column of credits; -1: none"`
		Debit       int    `json:"debit" minimum:"-1" maximum:"63"`
		Amount      int    `json:"amount" minimum:"-1" maximum:"63" doc:"Column of a signed amount, instead of credit and debit"`
		Payer       int    `json:"payer" minimum:"-1" maximum:"63"`
		Reference   int    `json:"reference" minimum:"-1" maximum:"63"`
		Indicator   int    `json:"indicator" minimum:"-1" maximum:"63" doc:"Column that gives the direction of each amount: in (CR) or out (DR)"`
		Status      int    `json:"status" minimum:"-1" maximum:"63" doc:"Column that gives the status of each transfer"`
		DateFormat  string `json:"dateFormat" maxLength:"30"`

		Final    []string `json:"final,omitempty" maxItems:"12" doc:"Status words that mean that the money has moved"`
		NotFinal []string `json:"notFinal,omitempty" maxItems:"12" doc:"Status words that mean that the money has not moved"`
	}
}

// SetLayout names the columns of an unknown statement, reads it, and remembers them for the bank's next one.
// "layout-wrong": no line is found; "statement-indicator": a column for the direction is missing; "statement-status": a
// status word is not explained; "statement-file-lost": the file must be uploaded again.
func (s *Service) SetLayout(ctx context.Context, in *layoutIn) (*Statement, error) {
	st, err := s.statement(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	if st.State != Unmapped {
		return nil, fault.Invalid("statement-busy")
	}
	b := in.Body
	layout := bankfile.Layout{
		HeaderRow: b.HeaderRow, Date: b.Date, Description: b.Description, Credit: b.Credit, Debit: b.Debit,
		Amount: b.Amount, Payer: b.Payer, Reference: b.Reference, Indicator: b.Indicator, Status: b.Status, DateFormat: b.DateFormat,
		Final: b.Final, NotFinal: b.NotFinal,
	}
	data, err := s.open(ctx, st.FileKey)
	if errors.Is(err, fs.ErrNotExist) {
		if err := s.lost(ctx, st.ID); err != nil {
			return nil, err
		}
		return nil, fault.Invalid(fileLost)
	}
	if err != nil {
		return nil, err
	}
	file, err := bankfile.Read(st.Name, data, &layout)
	if errors.Is(err, fault.Invalid("statement-indicator")) || errors.Is(err, fault.Invalid("statement-status")) {
		return nil, err
	}
	if err != nil || len(file.Lines) == 0 && !file.OnlyIncomplete() {
		return nil, fault.Invalid("layout-wrong")
	}
	if name := strings.TrimSpace(b.Bank); name != "" {
		file.Bank = name
	}
	text, err := textOf(layout)
	if err != nil {
		return nil, err
	}
	actor := httpd.VisitorOf(ctx).UserID
	err = s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		n, err := tx.BankStatementMove(ctx, query.BankStatementMoveParams{State: Reading, Total: int64(len(file.Lines)), ID: st.ID, Was: Unmapped})
		if err == nil && n == 0 {
			err = fault.Invalid("statement-busy")
		}
		if err != nil {
			return err
		}
		err = tx.BankLayoutPut(ctx, query.BankLayoutPutParams{HeaderKey: keyOf(file.Header), Bank: file.Bank, Layout: text, MadeBy: actor, MadeAt: clock.MillisOf(s.Clock.Now())})
		if err != nil {
			return fmt.Errorf("layout: %w", err)
		}
		if err := s.queue(ctx, tx, work{st.ID, actor}); err != nil {
			return err
		}
		return audit.Note(ctx, tx, "bank.layout", "bank-statement:"+st.ID, nil, map[string]any{"bank": file.Bank, "lines": len(file.Lines)})
	})
	if err != nil {
		return nil, err
	}
	return s.Statement(ctx, &statementIn{ID: st.ID})
}

// open opens a stored file, or returns fs.ErrNotExist.
func (s *Service) open(ctx context.Context, key string) ([]byte, error) {
	f, err := s.Files.Open(ctx, key)
	if err != nil {
		return nil, fmt.Errorf("statement's file: %w", err)
	}
	defer f.Close()
	return io.ReadAll(f)
}

func (s *Service) statement(ctx context.Context, statementID string) (query.BankStatement, error) {
	st, err := s.DB.Read().BankStatement(ctx, statementID)
	if errors.Is(err, db.ErrNoRows) {
		err = fault.NotFound()
	}
	return st, err
}
