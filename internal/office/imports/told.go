package imports

import "slices"

// ImportReading is a file's content in one encoding.
type ImportReading struct {
	ID    int      `json:"id"`
	Texts []string `json:"texts" doc:"The first that read otherwise in the other one"`
}

// ImportFormulas are the formula cells.
type ImportFormulas struct {
	Count int                 `json:"count"`
	First []ImportFormulaCell `json:"first" doc:"Twenty at most"`
}

// ImportFormulaCell is one of them.
type ImportFormulaCell struct {
	Cell string `json:"cell" doc:"As a spreadsheet names it: B7"`
	Text string `json:"text" doc:"The value that the file has of it"`
}

// ImportUnread is what was not imported from a file.
type ImportUnread struct {
	Count  int               `json:"count" doc:"Lines of the sheet"`
	First  []ImportLine      `json:"first" doc:"A hundred at most"`
	Sheets []ImportLeftSheet `json:"sheets" doc:"Further worksheets that have rows"`
	Beyond int               `json:"beyond" doc:"Texts to the right of the columns that are read"`
}

// ImportLeftSheet is a worksheet that is not read.
type ImportLeftSheet struct {
	Name string `json:"name"`
	Rows int    `json:"rows" doc:"0: it is too large to be counted"`
}

// told collects further findings about a file: formulas and unread rows.
func (h shown) told(left unread) (*ImportFormulas, *ImportUnread) {
	formulas, rest := &ImportFormulas{h.Formulas, []ImportFormulaCell{}}, &ImportUnread{left.Count, []ImportLine{}, []ImportLeftSheet{}, h.Beyond}
	for _, c := range h.Computed {
		formulas.First = append(formulas.First, ImportFormulaCell(c))
	}
	rest.First = append(rest.First, left.First...)
	for _, l := range h.Left {
		rest.Sheets = append(rest.Sheets, ImportLeftSheet(l))
	}
	if formulas.Count == 0 {
		formulas = nil
	}
	if rest.Count == 0 && len(rest.Sheets) == 0 && rest.Beyond == 0 {
		rest = nil
	}
	return formulas, rest
}

// readings are the two possible encodings of a file, the assumed one first.
func (h shown) readings() []ImportReading {
	if h.Other == nil {
		return []ImportReading{}
	}
	out := []ImportReading{{h.Reading, h.Differs}, {h.Other.Reading, h.Other.Differs}}
	slices.SortFunc(out, func(a, b ImportReading) int { return a.ID - b.ID })
	return out
}
