package print

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"

	"shanmen/internal/base/fault"
	"shanmen/internal/base/id"
	"shanmen/internal/platform/audit"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
	"shanmen/internal/platform/document"
	"shanmen/internal/platform/httpd"
	"shanmen/internal/platform/outbox"
	"shanmen/internal/rites/tablet"
)

// KindDraw is the outbox job that draws a run.
const KindDraw = "print-draw"

type drawing struct {
	RunID string `json:"runId"`
}

type runDraftIn struct{ Body RunDraft }

// RunLook is the preview of a run.
type RunLook struct {
	Total        int          `json:"total" doc:"Number of pieces, or of rows of a list"`
	Sheets       int          `json:"sheets" doc:"Number of sheets; 0 for a list"`
	Rest         int          `json:"rest" doc:"Number of entries beyond the limit of one run"`
	LeftOut      []RunLeftOut `json:"leftOut" doc:"The first 200 entries left out"`
	LeftOutCount int          `json:"leftOutCount"`
	Picture      string       `json:"picture,omitempty" doc:"The first sheet as SVG; none where nothing is printed"`
}

// LookAtRun previews a run, with its first sheet.
func (s *Service) LookAtRun(ctx context.Context, in *runDraftIn) (*RunLook, error) {
	p, err := s.pick(ctx, s.DB.Read(), in.Body)
	if err != nil {
		return nil, err
	}
	out := &RunLook{Total: len(p.pieces), Rest: p.rest, LeftOut: p.shownLeftOut(), LeftOutCount: len(p.leftOut)}
	if len(p.pieces) == 0 {
		return out, nil
	}
	if in.Body.Kind != List {
		if _, out.Sheets, err = p.layout.Places(tabletPieces(p, in.Body)); err != nil {
			return nil, err
		}
	}
	file, err := s.firstSheet(ctx, p, in.Body)
	if err != nil {
		return nil, err
	}
	out.Picture, err = document.SVG(file, 1, document.Box{})
	return out, err
}

func (p *picked) shownLeftOut() []RunLeftOut {
	if p.leftOut == nil {
		return []RunLeftOut{}
	}
	return p.leftOut[:min(len(p.leftOut), mostLeftOut)]
}

// firstSheet draws the first sheet of the selection, as the run will.
func (s *Service) firstSheet(ctx context.Context, p *picked, d RunDraft) ([]byte, error) {
	var b bytes.Buffer
	if d.Kind == List {
		c, err := s.DB.Read().CeremonyByID(ctx, p.source)
		if err != nil {
			return nil, db.NotFound(err)
		}
		rows, err := s.listRows(ctx, s.DB.Read(), c, d)
		if err != nil {
			return nil, err
		}
		err = tablet.List(ctx, &b, p.layout, p.head, rows[:min(len(rows), 20)], func(int) {})
		return b.Bytes(), err
	}
	all := tabletPieces(p, d)
	at, _, err := p.layout.Places(all)
	if err != nil {
		return nil, err
	}
	n := 0
	for n < len(at) && at[n].Sheet == 1 {
		n++
	}
	p.layout.Title, p.layout.Head = p.title, p.title
	err = tablet.Draw(ctx, &b, p.layout, all[:n], func(int) {})
	return b.Bytes(), err
}

// tabletPieces converts the selection for package tablet.
func tabletPieces(p *picked, d RunDraft) []tablet.Piece {
	out := make([]tablet.Piece, 0, len(p.pieces))
	for _, c := range p.pieces {
		out = append(out, pieceOf(d.Kind, p.title, c))
	}
	return out
}

func pieceOf(kind, title string, c candidate) tablet.Piece {
	piece := tablet.Piece{Text: c.text}
	if kind == Label {
		piece.Code, piece.Foot = c.code, c.foot
		if piece.Code == "" {
			piece.Code = numberOf(c.no)
		}
		return piece
	}
	piece.Note = title + " · " + numberOf(c.no) + " · r" + strconv.FormatInt(c.revision, 10)
	if c.place != "" {
		piece.Note += " · " + c.place
	}
	return piece
}

// Proof writes the first sheet of a run before it is created, for a test print. It is audited, because names leave the
// system.
func (s *Service) Proof(w http.ResponseWriter, r *http.Request) error {
	var d RunDraft
	if err := json.NewDecoder(http.MaxBytesReader(w, r.Body, 16<<10)).Decode(&d); err != nil {
		return fault.Invalid("bad-request")
	}
	ctx := r.Context()
	p, err := s.pick(ctx, s.DB.Read(), d)
	if err != nil {
		return err
	}
	if len(p.pieces) == 0 {
		return fault.Invalid("run-nothing")
	}
	file, err := s.firstSheet(ctx, p, d)
	if err != nil {
		return err
	}
	err = s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		return audit.Note(ctx, tx, "run.proof", d.Source+":"+p.source, nil, map[string]any(nil))
	})
	if err != nil {
		return err
	}
	return httpd.SendFile(w, "proof.pdf", "application/pdf", file)
}

// leftOuts are the entries that a run leaves out, as stored.
type leftOuts struct {
	Count int          `json:"count"`
	Rows  []RunLeftOut `json:"rows"`
}

// MakeRun creates a run from a draft and enqueues its drawing. Refusals: "run-nothing"; "in-another-run" (no, by, at)
// if all of it waits in another run.
func (s *Service) MakeRun(ctx context.Context, in *runDraftIn) (*RunView, error) {
	d := in.Body
	type made struct{ ID string }
	out, err := httpd.WriteOnce(ctx, s.DB, func(ctx context.Context, tx *db.Tx) (*made, error) {
		id, err := s.makeRun(ctx, tx, d, httpd.VisitorOf(ctx).UserID)
		return &made{id}, err
	})
	if err != nil {
		return nil, err
	}
	return s.Run(ctx, &runIn{ID: out.ID})
}

func (s *Service) makeRun(ctx context.Context, tx *db.Tx, d RunDraft, by string) (string, error) {
	// A concurrent run of the same list waits here, and then sees these pieces.
	var err error
	if d.Source == OfHall {
		_, err = tx.HallLock(ctx, d.SourceID)
	} else {
		_, err = tx.CeremonyLock(ctx, d.SourceID)
	}
	if err != nil {
		return "", db.NotFound(err)
	}
	p, err := s.pick(ctx, tx.Queries, d)
	if err != nil {
		return "", err
	}
	if len(p.pieces) == 0 {
		for _, l := range p.leftOut {
			if l.Why == "in-another-run" {
				return "", fault.Invalid("in-another-run").With("run", l.Run).With("who", l.By).With("at", l.At)
			}
		}
		return "", fault.Invalid("run-nothing")
	}
	no, err := tx.PrintRunNext(ctx, p.source)
	if err != nil {
		return "", fmt.Errorf("number of a run: %w", err)
	}
	row := query.PrintRunAddParams{
		ID: id.New(), Source: d.Source, SourceID: p.source, No: no, Kind: d.Kind, Which: d.Which, Sitting: d.Sitting, LayoutKey: p.version.Key, LayoutVersion: p.version.Version, Sort: d.Sort, Why: d.Why,
		Boxes: d.Boxes, FirstSlot: max(d.First, 1), OffsetX: d.OffsetX, OffsetY: d.OffsetY, Total: int64(len(p.pieces)),
		LeftOut: asJSON(leftOuts{len(p.leftOut), p.shownLeftOut()}), ByID: by, CreatedAt: s.now(),
	}
	if d.Sort == bySign {
		row.Sort, row.BySign = "number", 1
	}
	rows := map[string]map[string]string{}
	if d.Kind != List {
		at, sheets, err := p.layout.Places(tabletPieces(p, d))
		if err != nil {
			return "", err
		}
		row.Sheets = int64(sheets)
		for i, c := range p.pieces {
			rows[strconv.Itoa(i+1)] = pieceRow(c, at[i])
		}
	}
	if err := tx.PrintRunAdd(ctx, row); err != nil {
		return "", fmt.Errorf("run: %w", err)
	}
	if len(rows) > 0 {
		if err := tx.PrintPiecesAdd(ctx, query.PrintPiecesAddParams{RunID: row.ID, Rows: asJSON(rows)}); err != nil {
			return "", fmt.Errorf("pieces: %w", err)
		}
	}
	if err := s.queueDraw(ctx, tx, row.ID); err != nil {
		return "", err
	}
	return row.ID, audit.Note(ctx, tx, "run.make", "run:"+row.ID, nil, map[string]any{"run": no, "count": len(p.pieces)})
}

func pieceRow(c candidate, at tablet.Place) map[string]string {
	label := ""
	if c.useID != "" {
		label = asJSON(tablet.Piece{Text: c.text, Code: c.code, Foot: c.foot})
	}
	return map[string]string{
		"entry": c.entryID, "use": c.useID, "revision": strconv.FormatInt(c.revision, 10), "label": label, "no": strconv.FormatInt(c.no, 10),
		"place": c.place, "sheet": strconv.Itoa(at.Sheet), "slot": strconv.Itoa(at.Slot),
	}
}

func (s *Service) queueDraw(ctx context.Context, tx *db.Tx, runID string) error {
	_, err := outbox.Add(ctx, tx, outbox.Job{Kind: KindDraw, Args: drawing{runID}, NotBefore: s.Clock.Now()})
	return err
}
