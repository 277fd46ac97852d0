package imports

import "slices"

// ImportReading is a file's content in one encoding.
type ImportReading struct {
	ID    int      `json:"id"`
	Texts []string `json:"texts" doc:"Sample texts that differ between the encodings"`
}

// ImportFormulas are the formula cells.
type ImportFormulas struct {
	Count int                 `json:"count"`
	First []ImportFormulaCell `json:"first" doc:"The first cells, twenty at most"`
}

// ImportFormulaCell is one of them.
type ImportFormulaCell struct {
	Cell string `json:"cell" doc:"Cell name: B7"`
	Text string `json:"text" doc:"Cached value in the file"`
}

// ImportUnread is what was not imported from a file.
type ImportUnread struct {
	Count  int               `json:"count" doc:"Number of unread lines of the sheet"`
	First  []ImportLine      `json:"first" doc:"The first unread lines, a hundred at most"`
	Sheets []ImportLeftSheet `json:"sheets" doc:"Further worksheets with rows"`
	Beyond int               `json:"beyond" doc:"Number of texts to the right of the columns read"`
}

// ImportLeftSheet is a worksheet that is not read.
type ImportLeftSheet struct {
	Name string `json:"name"`
	Rows int    `json:"rows" doc:"Number of rows; 0: too many to count"`
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
