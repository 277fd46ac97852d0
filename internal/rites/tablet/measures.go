package tablet

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"sync"
)

// The measures of tablets, in millimetres from the upper left corner of the piece or page.
//
//go:embed sheets.json
var sheetsFile []byte

type measures struct {
	Pitch float64 `json:"pitch"`
	Latin struct {
		Scale, BaselineLeftOfAxis, GapToHan, LinePitch float64
	} `json:"latin"`
	Honorific     struct{ Scale, Gap float64 }         `json:"honorific"`
	Pieces        map[string]piece                     `json:"pieces"`
	Sheets        map[string]sheet                     `json:"sheets"`
	CutMarks      struct{ Length, Away, Line float64 } `json:"cutMarks"`
	Note          struct{ Size, Below float64 }        `json:"note"`
	FixedWords    map[string]json.RawMessage           `json:"fixedWords"`
	Honorifics    map[string]json.RawMessage           `json:"honorifics"`
	Labels        map[string]json.RawMessage           `json:"labels"`
	Petition      map[string]scroll                    `json:"petition"`
	List          listMeasures                         `json:"list"`
	VerticalForms map[string]string                    `json:"verticalForms"`
	TwoLines      struct{ HanOver int }                `json:"twoLines"`
	words         map[string]map[Script]string         // of fixedWords
	relations     []relation                           // of honorifics
	labels        map[string]labels
	inset         float64 // of labels: margin
}

type relation struct {
	Hans, Hant string
	Elder      bool
}

// piece is the paper of one tablet.
type piece struct {
	W, H, Axis float64
	Frame      struct{ Outer, OuterLine, Inner, InnerLine float64 }
	Canopy     struct{ Top, H float64 }
	Seat       struct{ Bottom, H float64 }
	Heading    struct{ Top, Size float64 }
	Names      struct {
		Top, Bottom, Left, Right, Aside, Min float64
		Bases, BasesLiving                   []float64
	}
	Suffix struct {
		Bottom float64
		Sizes  map[string]float64
	}
	Dedicators struct {
		Right, Left, Top, Bottom, Min, Gap float64
		Sizes                              []float64
	}
	Yang, Closing struct{ Top, Size float64 }
	Dates         struct{ Right, Top, Size, Pitch float64 }
}

// sheet is a page with positions for pieces of one kind, in filling order.
type sheet struct {
	Page  [2]float64
	Piece string
	At    [][2]float64

	label    *labels // of a sheet of labels
	used     int     // positions at its start without a label
	petition bool
}

// labels is a sheet of labels of one kind.
type labels struct {
	Page                            [2]float64
	Columns, Rows, PerSheet         int
	W, H, Left, Top, PitchX, PitchY float64
}

// scroll is the paper of a petition: ruled columns from right to left, cells from top to bottom.
type scroll struct {
	Page                                              [2]float64
	Frame                                             struct{ Outer, OuterLine, Inner, InnerLine float64 }
	Rules, ColumnPitch, Right, Top, Size, Cell, Small float64
	Columns, Cells, BodyFrom                          int
	Title                                             struct {
		Columns    int
		Size, Cell float64
	}
}

type listMeasures struct {
	Page                              [2]float64
	Margin                            struct{ Top, Right, Bottom, Left float64 }
	HeadRow, Row, NameSize, SmallSize float64
	RowsFirstPage, RowsNextPage       int
}

// loaded reads the embedded file once; a test reads it too, so it is valid.
var loaded = sync.OnceValue(func() *measures {
	m := &measures{words: map[string]map[Script]string{}, labels: map[string]labels{}}
	if err := json.Unmarshal(sheetsFile, m); err != nil {
		panic(fmt.Errorf("tablet: sheets.json: %w", err))
	}
	for key, raw := range m.FixedWords {
		if key == "_" {
			continue
		}
		var w map[Script]string
		if err := json.Unmarshal(raw, &w); err != nil {
			panic(fmt.Errorf("tablet: sheets.json: %s: %w", key, err))
		}
		m.words[key] = w
	}
	for key, raw := range m.Honorifics {
		if key == "_" {
			continue
		}
		var r relation
		if err := json.Unmarshal(raw, &r); err != nil {
			panic(fmt.Errorf("tablet: sheets.json: %s: %w", key, err))
		}
		m.relations = append(m.relations, r)
	}
	for key, raw := range m.Labels {
		var err error
		if key == "safeInset" {
			err = json.Unmarshal(raw, &m.inset)
		} else {
			var l labels
			err = json.Unmarshal(raw, &l)
			m.labels[key] = l
		}
		if err != nil {
			panic(fmt.Errorf("tablet: sheets.json: %s: %w", key, err))
		}
	}
	return m
})
