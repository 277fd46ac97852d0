package print

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"sync/atomic"
	"time"

	"shanmen/internal/base/clock"
	"shanmen/internal/base/fault"
	"shanmen/internal/people/account"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
	"shanmen/internal/platform/media"
	"shanmen/internal/platform/outbox"
	"shanmen/internal/rites/ceremony"
	"shanmen/internal/rites/tablet"
)

// errOvertaken stops a drawing whose run was cancelled or is drawn again.
var errOvertaken = errors.New("the run has moved on")

// Draw is the handler of KindDraw. It may run again and concurrently: each drawing gets the run's next number, and only
// the newest counts. Failures are shown on the run's page, where it can be restarted.
func (s *Service) Draw(ctx context.Context, _ string, args json.RawMessage) error {
	var d drawing
	if err := json.Unmarshal(args, &d); err != nil {
		return outbox.Permanent(fmt.Errorf("print draw: %w", err))
	}
	run, err := s.begin(ctx, d.RunID)
	if errors.Is(err, errOvertaken) {
		return nil
	}
	if err != nil {
		return err
	}
	file, err := s.drawRun(ctx, run)
	if file != nil {
		defer file.drop()
	}
	key := media.NewKey("print", "pdf")
	if err == nil {
		if err = s.Files.Put(ctx, key, file, file.size, "application/pdf"); err != nil {
			err = storageError{err}
		}
	}
	if err == nil {
		err = s.ready(ctx, run, key, file)
		if err != nil && !db.Unsure(err) {
			s.discard(ctx, key)
		}
	}
	if err == nil || errors.Is(err, errOvertaken) {
		return nil
	}
	s.Log.Error("print run", "run", run.ID, "error", err)
	problem := "run-broken"
	if errors.As(err, new(storageError)) {
		problem = "run-storage"
	}
	return s.DB.Write(context.WithoutCancel(ctx), func(ctx context.Context, tx *db.Tx) error {
		_, err := tx.PrintRunFail(ctx, query.PrintRunFailParams{Problem: problem, ID: run.ID, Attempt: run.Attempt})
		return err
	})
}

// storageError is a file that could not be written.
type storageError struct{ error }

func (e storageError) Unwrap() error { return e.error }

// begin starts a drawing. Pieces that must no longer be printed as planned become blanks.
func (s *Service) begin(ctx context.Context, runID string) (query.PrintRun, error) {
	return db.WriteValue(ctx, s.DB, func(ctx context.Context, tx *db.Tx) (query.PrintRun, error) {
		n, err := tx.PrintRunBegin(ctx, query.PrintRunBeginParams{Now: s.now(), ID: runID})
		if err != nil {
			return query.PrintRun{}, fmt.Errorf("begin a run: %w", err)
		}
		if n == 0 {
			return query.PrintRun{}, errOvertaken
		}
		if _, err := tx.PrintPiecesLeftBlank(ctx, runID); err != nil {
			return query.PrintRun{}, fmt.Errorf("begin a run: %w", err)
		}
		return tx.PrintRun(ctx, runID)
	})
}

// ready stores the file name in the run unless a newer drawing exists: errOvertaken.
func (s *Service) ready(ctx context.Context, run query.PrintRun, key string, f *drawnFile) error {
	return s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		n, err := tx.PrintRunReady(ctx, query.PrintRunReadyParams{
			Sheets: f.sheets.Load(), StorageKey: key, Sha256: f.sum, Bytes: f.size, ReadyAt: s.now(), ID: run.ID, Attempt: run.Attempt,
		})
		if err == nil && n == 0 {
			err = errOvertaken
		}
		if err != nil || run.StorageKey == "" {
			return err
		}
		_, err = outbox.Add(ctx, tx, outbox.Job{Kind: media.KindForgetFiles, Args: []string{run.StorageKey}, NotBefore: s.Clock.Now()})
		return err
	})
}

// drawnFile is a run's file before it is stored. Where possible it has no name on disk, so that a crash leaves nothing.
type drawnFile struct {
	*os.File
	size   int64
	sum    string
	sheets atomic.Int64
}

func (f *drawnFile) drop() {
	_ = f.Close()
	_ = os.Remove(f.Name())
}

// drawRun draws a run into a temporary file and reports progress each second.
func (s *Service) drawRun(ctx context.Context, run query.PrintRun) (*drawnFile, error) {
	temp, err := os.CreateTemp("", "print-*.pdf")
	if err != nil {
		return nil, storageError{err}
	}
	_ = os.Remove(temp.Name()) // the open file stays usable
	f := &drawnFile{File: temp}
	sum := sha256.New()
	ctx, cancel := context.WithCancelCause(ctx)
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		s.beat(ctx, cancel, run, &f.sheets)
	}()
	err = s.drawTo(ctx, io.MultiWriter(fileWriter{temp}, sum), run, func(n int) { f.sheets.Store(int64(n)) })
	cause := context.Cause(ctx)
	cancel(nil)
	<-ended
	if cause != nil {
		return f, cause
	}
	if err != nil {
		return f, err
	}
	f.sum = hex.EncodeToString(sum.Sum(nil))
	if f.size, err = temp.Seek(0, io.SeekEnd); err == nil {
		_, err = temp.Seek(0, io.SeekStart)
	}
	if err != nil {
		return f, storageError{err}
	}
	return f, nil
}

// fileWriter distinguishes a full disk from a text that cannot be drawn.
type fileWriter struct{ f *os.File }

func (w fileWriter) Write(p []byte) (int, error) {
	n, err := w.f.Write(p)
	if err != nil {
		err = storageError{err}
	}
	return n, err
}

// beat reports the number of drawn sheets each second, and stops the drawing if it no longer counts.
func (s *Service) beat(ctx context.Context, stop context.CancelCauseFunc, run query.PrintRun, sheets *atomic.Int64) {
	t := time.NewTicker(beatEvery)
	defer t.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-t.C:
		}
		if err := s.stillMine(ctx, run, sheets.Load()); errors.Is(err, errOvertaken) {
			stop(errOvertaken)
			return
		}
	}
}

func (s *Service) stillMine(ctx context.Context, run query.PrintRun, drawn int64) error {
	return s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		n, err := tx.PrintRunBeat(ctx, query.PrintRunBeatParams{Drawn: drawn, Now: s.now(), ID: run.ID, Attempt: run.Attempt})
		if err == nil && n == 0 {
			err = errOvertaken
		}
		return err
	})
}

// drawTo writes a run's PDF: equal pieces give equal bytes.
func (s *Service) drawTo(ctx context.Context, w io.Writer, run query.PrintRun, drawn func(int)) error {
	r := s.DB.Read()
	if run.Kind == List {
		return s.drawList(ctx, r, w, run, drawn)
	}
	p, err := s.frameOf(ctx, r, run)
	if err != nil {
		return err
	}
	rows, err := r.PrintPiecesToDraw(ctx, run.ID)
	if err != nil {
		return fmt.Errorf("pieces: %w", err)
	}
	papers := map[string]query.EntryPapersRow{}
	if run.Source == OfCeremony && run.Kind != Tablet {
		all, err := r.EntryPapers(ctx, run.SourceID)
		if err != nil {
			return fmt.Errorf("orders: %w", err)
		}
		for _, one := range all {
			papers[one.ID] = one
		}
	}
	pieces := make([]tablet.Piece, 0, len(rows))
	for _, row := range rows {
		piece, err := drawnPiece(run, p.title, row, papers[row.EntryID])
		if err != nil {
			return err
		}
		pieces = append(pieces, piece)
	}
	return tablet.Draw(ctx, w, p.layout, pieces, drawn)
}

// drawnPiece is a piece with the text it was created with.
func drawnPiece(run query.PrintRun, title string, row query.PrintPiecesToDrawRow, paper query.EntryPapersRow) (tablet.Piece, error) {
	if row.EntryID == "" {
		if row.Label == "" {
			return tablet.Piece{}, fault.Invalid("run-names-gone")
		}
		piece, err := fromJSON[tablet.Piece](row.Label)
		piece.Blank = row.Outcome == blank
		return piece, err
	}
	text, err := fromJSON[tablet.Text](row.Text)
	if err != nil {
		return tablet.Piece{}, err
	}
	c := candidate{no: row.No, revision: row.Revision, place: row.Place, text: text, code: row.Place[strings.LastIndex(row.Place, " ")+1:], foot: paper.OptionTitleZh}
	for _, n := range []string{paper.PayerChinese, paper.PayerName} {
		if n != "" {
			c.sponsor = append(c.sponsor, n)
		}
	}
	c.text = ceremony.OnPaper(run.Kind, c.text, c.payer())
	piece := pieceOf(run.Kind, title, c)
	piece.Blank = row.Outcome == blank
	return piece, nil
}

// frameOf is the layout of a run with the ceremony's or hall's details.
func (s *Service) frameOf(ctx context.Context, r db.Reader, run query.PrintRun) (*picked, error) {
	p, d := &picked{source: run.SourceID}, draftOf(run)
	script := string(tablet.Simplified)
	var c query.Ceremony
	var err error
	if run.Source == OfCeremony {
		if c, err = r.CeremonyByID(ctx, run.SourceID); err != nil {
			return nil, fmt.Errorf("ceremony: %w", err)
		}
		script, p.title = c.Script, c.TitleZh
	} else {
		h, err := hallOf(ctx, r, run.SourceID)
		if err != nil {
			return nil, err
		}
		p.title = h.TitleZh
	}
	if run.Kind == List {
		p.layout = tablet.Layout{Script: tablet.Script(script), Ground: tablet.Paper}
	} else {
		v, err := r.LayoutVersion(ctx, query.LayoutVersionParams{Key: run.LayoutKey, Version: run.LayoutVersion})
		if err != nil {
			return nil, fmt.Errorf("layout: %w", err)
		}
		if p.layout, err = s.layoutOf(ctx, r, v, script); err != nil {
			return nil, err
		}
		p.layout.First = int(run.FirstSlot)
		p.layout.Offset[0] += float64(run.OffsetX) / 10
		p.layout.Offset[1] += float64(run.OffsetY) / 10
	}
	if run.Source == OfCeremony {
		if err := s.rite(ctx, r, c, d, p); err != nil {
			return nil, err
		}
	}
	p.layout.Created = run.CreatedAt.Time().UTC().Truncate(time.Second)
	p.layout.Title = p.title
	p.layout.Head = fmt.Sprintf("%s · 印次 %d", p.title, run.No)
	return p, nil
}

func draftOf(run query.PrintRun) RunDraft {
	return RunDraft{Source: run.Source, SourceID: run.SourceID, Kind: run.Kind, LayoutKey: run.LayoutKey, Which: run.Which, Sitting: run.Sitting, Sort: sortOf(run), Boxes: run.Boxes, First: run.FirstSlot,
		OffsetX: run.OffsetX, OffsetY: run.OffsetY}
}

// sortOf is the sort order of a run's pieces.
func sortOf(run query.PrintRun) string {
	if run.BySign == 1 {
		return bySign
	}
	return run.Sort
}

// drawList draws a name list with the current names.
func (s *Service) drawList(ctx context.Context, r db.Reader, w io.Writer, run query.PrintRun, drawn func(int)) error {
	p, err := s.frameOf(ctx, r, run)
	if err != nil {
		return err
	}
	c, err := r.CeremonyByID(ctx, run.SourceID)
	if err != nil {
		return fmt.Errorf("ceremony: %w", err)
	}
	rows, err := s.listRows(ctx, r, c, draftOf(run))
	if err != nil {
		return err
	}
	if p.head.By, err = account.NameOf(ctx, r, run.ByID); err != nil {
		return err
	}
	p.head.At = run.CreatedAt.Time().In(clock.Singapore).Format("2006-01-02 15:04")
	return tablet.List(ctx, w, p.layout, p.head, rows, drawn)
}

// listRows are the current rows of a name list.
func (s *Service) listRows(ctx context.Context, r db.Reader, c query.Ceremony, d RunDraft) ([]tablet.ListRow, error) {
	if d.Sort == bySign {
		return s.rowsBySign(ctx, r, c, d)
	}
	all, err := s.candidates(ctx, r, c, d)
	if err != nil {
		return nil, err
	}
	order(all, d.Sort)
	sittings, err := s.sittingWords(ctx, r, c.ID)
	return listRows(all, d.Sort, sittings), err
}

// sittingWords formats the time and hall of each sitting of a ceremony.
func (s *Service) sittingWords(ctx context.Context, r db.Reader, ceremonyID string) (map[int64]string, error) {
	rows, err := r.Sittings(ctx, ceremonyID)
	if err != nil {
		return nil, fmt.Errorf("sittings: %w", err)
	}
	out, days := map[int64]string{}, map[string]bool{}
	for _, t := range rows {
		days[t.StartsAt.Time().In(clock.Singapore).Format(time.DateOnly)] = true
	}
	for _, t := range rows {
		at := t.StartsAt.Time().In(clock.Singapore)
		when := at.Format("15:04")
		if len(days) > 1 {
			when = fmt.Sprintf("%d月%d日 %s", at.Month(), at.Day(), when)
		}
		out[t.Seq] = strings.TrimSpace(when + " " + t.PlaceZh)
	}
	return out, nil
}

func hallOf(ctx context.Context, r db.Reader, hallID string) (query.Hall, error) {
	halls, err := r.Halls(ctx)
	if err != nil {
		return query.Hall{}, fmt.Errorf("halls: %w", err)
	}
	for _, h := range halls {
		if h.ID == hallID {
			return h, nil
		}
	}
	return query.Hall{}, fault.NotFound()
}

// discard deletes a file without a row. An unavailable storage does not fail the call.
func (s *Service) discard(ctx context.Context, key string) {
	if err := s.Files.Delete(context.WithoutCancel(ctx), key); err != nil {
		s.Log.Warn("a run's file without a row stays", "key", key, "error", err)
	}
}
