package print

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"net/http"
	"strconv"
	"time"

	"shanmen/internal/base/fault"
	"shanmen/internal/base/keyset"
	"shanmen/internal/base/locale"
	"shanmen/internal/people/account"
	"shanmen/internal/platform/audit"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
	"shanmen/internal/platform/document"
	"shanmen/internal/platform/media"
)

// PieceCounts counts the pieces of a run by outcome; together they are its total.
type PieceCounts struct {
	Waiting   int64 `json:"waiting"`
	Good      int64 `json:"good"`
	Spoiled   int64 `json:"spoiled"`
	Stale     int64 `json:"stale" doc:"Printed pieces corrected since, to be destroyed and printed again"`
	Withdrawn int64 `json:"withdrawn" doc:"Printed pieces removed from the list since, to be taken out"`
	Replaced  int64 `json:"replaced" doc:"Pieces replaced in a later run"`
	Blank     int64 `json:"blank" doc:"Pieces left empty, because the entry was corrected or removed before drawing"`
	Dropped   int64 `json:"dropped" doc:"Pieces cancelled with the run"`
}

// RunView is a run with its progress and outcomes.
type RunView struct {
	ID            string       `json:"id"`
	Source        string       `json:"source" enum:"ceremony,hall"`
	SourceID      string       `json:"sourceId" doc:"Ceremony id, or hall key"`
	Title         locale.Text  `json:"title" doc:"Title of the ceremony or hall"`
	No            int64        `json:"no"`
	Kind          string       `json:"kind" enum:"tablet,label,petition,list"`
	Which         string       `json:"which" enum:"ready,late,chosen"`
	Sitting       int64        `json:"sitting"`
	LayoutKey     string       `json:"layoutKey"`
	LayoutName    string       `json:"layoutName"`
	LayoutVersion int64        `json:"layoutVersion"`
	Sheet         string       `json:"sheet"`
	Sort          string       `json:"sort" enum:"number,place,sponsor,sitting,sign"`
	Why           string       `json:"why" enum:",spoiled,corrected,damaged,lost"`
	Boxes         bool         `json:"boxes"`
	OffsetX       int64        `json:"offsetX" doc:"Tenths of a millimetre"`
	OffsetY       int64        `json:"offsetY"`
	State         string       `json:"state" enum:"queued,running,ready,accepted,cancelled,failed"`
	Problem       string       `json:"problem" enum:",run-broken,run-storage"`
	Stuck         bool         `json:"stuck" doc:"No progress for half a minute"`
	Total         int64        `json:"total" doc:"Number of pieces, or of rows of a list"`
	Sheets        int64        `json:"sheets"`
	Drawn         int64        `json:"drawn" doc:"Number of sheets drawn so far"`
	Counts        PieceCounts  `json:"counts"`
	LeftOut       []RunLeftOut `json:"leftOut" doc:"The first 200 entries left out"`
	LeftOutCount  int          `json:"leftOutCount"`
	HasFile       bool         `json:"hasFile"`
	FileUntil     *time.Time   `json:"fileUntil,omitempty"`
	Bytes         int64        `json:"bytes"`
	By            string       `json:"by"`
	CreatedAt     time.Time    `json:"createdAt"`
	ReadyAt       *time.Time   `json:"readyAt,omitempty"`
	EndedAt       *time.Time   `json:"endedAt,omitempty" doc:"When it was confirmed or cancelled"`
	EndedBy       string       `json:"endedBy"`
}

type runIn struct {
	ID string `path:"id" maxLength:"64"`
}

// Run answers with one run, or fault.NotFound.
func (s *Service) Run(ctx context.Context, in *runIn) (*RunView, error) {
	r := s.DB.Read()
	run, err := r.PrintRun(ctx, in.ID)
	if err != nil {
		return nil, db.NotFound(err)
	}
	return s.runView(ctx, r, run)
}

func (s *Service) runView(ctx context.Context, r db.Reader, run query.PrintRun) (*RunView, error) {
	out := &RunView{
		ID: run.ID, Source: run.Source, SourceID: run.SourceID, No: run.No, Kind: run.Kind, Which: run.Which, Sitting: run.Sitting, LayoutKey: run.LayoutKey, LayoutVersion: run.LayoutVersion,
		Sort: sortOf(run), Why: run.Why, Boxes: run.Boxes, OffsetX: run.OffsetX, OffsetY: run.OffsetY, State: run.State, Problem: run.Problem, Total: run.Total, Sheets: run.Sheets, Drawn: run.Drawn,
		HasFile: run.StorageKey != "", Bytes: run.Bytes, CreatedAt: run.CreatedAt.Time(), ReadyAt: run.ReadyAt.Moment(), EndedAt: run.EndedAt.Moment(), Stuck: s.stuck(run),
	}
	if out.HasFile {
		until := run.ReadyAt.Time().Add(KeptFor)
		out.FileUntil = &until
	}
	left, err := fromJSON[leftOuts](run.LeftOut)
	if err != nil {
		return nil, err
	}
	out.LeftOut, out.LeftOutCount = left.Rows, left.Count
	if err := s.named(ctx, r, run, out); err != nil {
		return nil, err
	}
	counts, err := r.PrintPieceCounts(ctx, run.ID)
	if err != nil {
		return nil, fmt.Errorf("pieces: %w", err)
	}
	c := &out.Counts
	into := map[string]*int64{waits: &c.Waiting, good: &c.Good, spoiled: &c.Spoiled, stale: &c.Stale, withdrawn: &c.Withdrawn, replaced: &c.Replaced, blank: &c.Blank, dropped: &c.Dropped}
	for _, n := range counts {
		*into[n.Outcome] = n.Pieces
	}
	return out, nil
}

// named adds the names for a run's ids.
func (s *Service) named(ctx context.Context, r db.Reader, run query.PrintRun, out *RunView) (err error) {
	if run.Source == OfCeremony {
		c, err := r.CeremonyByID(ctx, run.SourceID)
		if err != nil {
			return fmt.Errorf("ceremony: %w", err)
		}
		out.Title = locale.Text{EN: c.TitleEn, ZH: c.TitleZh}
	} else {
		h, err := hallOf(ctx, r, run.SourceID)
		if err != nil {
			return err
		}
		out.Title, out.SourceID = locale.Text{EN: h.TitleEn, ZH: h.TitleZh}, h.Key
	}
	if run.LayoutKey != "" {
		v, err := r.LayoutVersion(ctx, query.LayoutVersionParams{Key: run.LayoutKey, Version: run.LayoutVersion})
		if err != nil {
			return fmt.Errorf("layout: %w", err)
		}
		out.LayoutName, out.Sheet = v.Name, v.Sheet
	}
	if out.By, err = account.NameOf(ctx, r, run.ByID); err != nil || run.EndedBy == "" {
		return err
	}
	out.EndedBy, err = account.NameOf(ctx, r, run.EndedBy)
	return err
}

// stuck returns whether a run must be restarted: its drawing process has died, and no other has started.
func (s *Service) stuck(run query.PrintRun) bool {
	since := max(run.BeatAt, run.CreatedAt)
	return (run.State == Running || run.State == Queued) && s.Clock.Now().Sub(since.Time()) > stuckAfter
}

// RunList is a page of runs, newest first.
type RunList struct {
	Items []RunView `json:"items"`
	Next  string    `json:"next,omitempty"`
}

type runsIn struct {
	Source string `query:"source" maxLength:"64" doc:"Id of a ceremony; empty: all"`
	After  string `query:"after" maxLength:"200"`
	Limit  int64  `query:"limit" default:"25" minimum:"1" maximum:"100"`
}

// Runs lists print runs with time, person and outcome.
func (s *Service) Runs(ctx context.Context, in *runsIn) (*RunList, error) {
	key, err := keyset.Parse(in.After)
	if err != nil {
		return nil, err
	}
	if in.After == "" {
		key.At = math.MaxInt64
	}
	r := s.DB.Read()
	var rows []query.PrintRun
	if in.Source != "" {
		rows, err = r.PrintRunsOf(ctx, query.PrintRunsOfParams{SourceID: in.Source, At: int64(key.At), ID: key.ID, Most: in.Limit + 1})
	} else {
		rows, err = r.PrintRunsNewest(ctx, query.PrintRunsNewestParams{At: int64(key.At), ID: key.ID, Most: in.Limit + 1})
	}
	if err != nil {
		return nil, fmt.Errorf("runs: %w", err)
	}
	out := &RunList{Items: []RunView{}}
	if int64(len(rows)) > in.Limit {
		rows = rows[:in.Limit]
		last := rows[len(rows)-1]
		out.Next = keyset.Key{At: last.CreatedAt, ID: last.ID}.String()
	}
	for _, run := range rows {
		v, err := s.runView(ctx, r, run)
		if err != nil {
			return nil, err
		}
		v.LeftOut = []RunLeftOut{} // shown on its own page
		out.Items = append(out.Items, *v)
	}
	return out, nil
}

// RunPiece is a piece of a run.
type RunPiece struct {
	Seq      int64  `json:"seq"`
	EntryID  string `json:"entryId"`
	UseID    string `json:"useId"`
	No       int64  `json:"no"`
	Revision int64  `json:"revision"`
	Name     string `json:"name" doc:"First name on it; empty once the names are deleted"`
	Place    string `json:"place"`
	Sheet    int64  `json:"sheet"`
	Slot     int64  `json:"slot"`
	Outcome  string `json:"outcome" enum:",good,spoiled,stale,withdrawn,replaced,blank,dropped" doc:"Result; empty: not confirmed yet"`
}

// RunPieceList is a page of a run's pieces.
type RunPieceList struct {
	Items []RunPiece `json:"items"`
	Next  string     `json:"next,omitempty"`
}

type runPiecesIn struct {
	ID      string `path:"id" maxLength:"64"`
	Outcome string `query:"outcome" enum:"all,waiting,good,spoiled,stale,withdrawn,replaced,blank,dropped" default:"all"`
	After   int64  `query:"after" minimum:"0" default:"0" doc:"seq of the last item of the previous page"`
	Limit   int64  `query:"limit" default:"50" minimum:"1" maximum:"100"`
}

// Pieces lists the pieces of a run in sheet order.
func (s *Service) Pieces(ctx context.Context, in *runPiecesIn) (*RunPieceList, error) {
	asked := query.PrintPiecesParams{RunID: in.ID, Outcome: in.Outcome, After: in.After, Most: in.Limit + 1}
	switch in.Outcome {
	case "all":
		asked.Every = 1
	case "waiting":
		asked.Outcome = waits
	}
	rows, err := s.DB.Read().PrintPieces(ctx, asked)
	if err != nil {
		return nil, fmt.Errorf("pieces: %w", err)
	}
	out := &RunPieceList{Items: []RunPiece{}}
	if int64(len(rows)) > in.Limit {
		rows = rows[:in.Limit]
		out.Next = strconv.FormatInt(rows[len(rows)-1].PrintPiece.Seq, 10)
	}
	for _, row := range rows {
		p := row.PrintPiece
		name, err := nameOn(p.Label, row.Text)
		if err != nil {
			return nil, err
		}
		out.Items = append(out.Items, RunPiece{p.Seq, p.EntryID, p.UseID, p.No, p.Revision, name, p.Place, p.Sheet, p.Slot, p.Outcome})
	}
	return out, nil
}

// withFile returns a run whose file exists: "run-file-gone" without one.
func (s *Service) withFile(ctx context.Context, id string) (query.PrintRun, error) {
	run, err := s.DB.Read().PrintRun(ctx, id)
	if err != nil {
		return run, db.NotFound(err)
	}
	if run.StorageKey == "" {
		return run, fault.Invalid("run-file-gone")
	}
	return run, nil
}

// File writes a run's PDF. The download is audited.
func (s *Service) File(w http.ResponseWriter, r *http.Request) error {
	ctx := r.Context()
	run, err := s.withFile(ctx, r.PathValue("id"))
	if err != nil {
		return err
	}
	if r.Method != http.MethodHead {
		err := s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
			return audit.Note(ctx, tx, "run.download", "run:"+run.ID, nil, map[string]any{"run": run.No})
		})
		if err != nil {
			return err
		}
	}
	return media.Serve(w, r, s.Files, run.StorageKey, fmt.Sprintf("%s-%d.pdf", run.Kind, run.No), true)
}

// Sheet writes a picture of one sheet of a run's file.
func (s *Service) Sheet(w http.ResponseWriter, r *http.Request) error {
	ctx := r.Context()
	run, err := s.withFile(ctx, r.PathValue("id"))
	if err != nil {
		return err
	}
	n, err := strconv.Atoi(r.PathValue("sheet"))
	if err != nil || n < 1 || int64(n) > run.Sheets {
		return fault.NotFound()
	}
	f, err := s.Files.Open(ctx, run.StorageKey)
	if err != nil {
		return fmt.Errorf("a run's file: %w", err)
	}
	data, err := io.ReadAll(f)
	if err = errors.Join(err, f.Close()); err != nil {
		return fmt.Errorf("a run's file: %w", err)
	}
	svg, err := document.SVG(data, n, document.Box{})
	if err != nil {
		return err
	}
	h := w.Header()
	h.Set("Content-Type", "image/svg+xml")
	h.Set("Cache-Control", "private, no-store")
	_, err = io.WriteString(w, svg)
	return err
}

// Sweep deletes files older than KeptFor, with the texts of labels. Replicas may run it at once.
func (s *Service) Sweep(ctx context.Context) error {
	before := s.now() - ofMillis(KeptFor)
	old, err := s.DB.Read().PrintRunsWithOldFiles(ctx, before)
	if err != nil {
		return fmt.Errorf("old runs: %w", err)
	}
	var failed error
	for _, run := range old {
		err := s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error { return s.fileGone(ctx, tx, run.ID, run.StorageKey, true) })
		failed = errors.Join(failed, err)
	}
	return failed
}
