package bankfile

import (
	"encoding/xml"
	"io"
	"strconv"
	"strings"

	"shanmen/internal/base/fault"
)

// isXML returns whether a text is an Excel 2003 XML workbook.
func isXML(text string) bool {
	head := xmlComment.ReplaceAllString(text, "")
	head = head[:min(len(head), 2000)]
	return strings.HasPrefix(head, "<") && strings.Contains(head, "urn:schemas-microsoft-com:office:spreadsheet")
}

// xmlRows reads the first non-empty worksheet of such a workbook.
func xmlRows(content string) (first table, err error) {
	left := int64(maxUnpacked)
	from := &budget{r: strings.NewReader(content), left: &left}
	d := &elements{xml.NewDecoder(from), from, 0}
	d.CharsetReader = func(_ string, in io.Reader) (io.Reader, error) { return in, nil } // it is decoded already
	var t table
	name := ""
	end := func() {
		switch said := saidRows(t.rows); {
		case said == 0:
		case first.rows == nil:
			first = t
		default:
			first.further = append(first.further, Left{name, said})
		}
	}
	row, col := -1, -1
	for {
		token, err := d.next()
		if err == io.EOF {
			end()
			return first, nil
		}
		if _, refused := fault.Of(err); err != nil && !refused {
			err = fault.Invalid("statement-unreadable")
		}
		if err != nil {
			return table{}, err
		}
		e, ok := token.(xml.StartElement)
		if !ok {
			continue
		}
		switch e.Name.Local {
		case "Worksheet":
			end()
			t, row, name = table{}, -1, tidy(attr(e, "Name"))
		case "Row":
			row, col = row+1, -1
			if n, err := strconv.Atoi(attr(e, "Index")); err == nil && n > 0 {
				row = n - 1
			}
		case "Cell":
			if col++; attr(e, "Index") != "" {
				if n, err := strconv.Atoi(attr(e, "Index")); err == nil && n > 0 {
					col = n - 1
				}
			}
			across, _ := strconv.Atoi(attr(e, "MergeAcross"))
			said, err := dataOf(d)
			if err != nil {
				return table{}, err
			}
			if attr(e, "Formula") != "" {
				t.formulas.add(row, col)
			}
			if err := t.set(row, col, tidy(said)); err != nil {
				return table{}, err
			}
			col += min(max(across, 0), maxCells)
		}
	}
}

// dataOf is the text of a cell's Data element with nested elements, without comments.
func dataOf(d *elements) (string, error) {
	var out strings.Builder
	within := 0
	for depth := 1; depth > 0; {
		token, err := d.next()
		if err != nil {
			return "", fault.Invalid("statement-unreadable")
		}
		switch e := token.(type) {
		case xml.StartElement:
			depth++
			if within > 0 || e.Name.Local == "Data" && depth == 2 {
				within++
			}
		case xml.EndElement:
			depth--
			within = max(0, within-1)
		case xml.CharData:
			if within > 0 && out.Len() < maxCell {
				out.Write(e)
			}
		}
	}
	return out.String(), nil
}
