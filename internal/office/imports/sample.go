package imports

import (
	"net/http"

	"shanmen/internal/base/fault"
	"shanmen/internal/base/locale"
	"shanmen/internal/platform/httpd"
	"shanmen/internal/platform/table"
)

// sampleRow is the name in a sample's example row, by which it is recognised if left in.
const sampleRow = "(an example: write over it) （示例：请覆盖）"

// sampleCells are example values by field; names of a temple's own things are left empty.
var sampleCells = map[string]string{
	"name": sampleRow, "mobile": "9123 4567", "email": "name@example.com", "birth": "23/12/1958", "day": "23/12/2026",
	"place": "A-01-07", "from": "1/1/2026", "until": "31/12/2026", "amount": "88.00",
}

// Sample downloads a sheet with the columns of a kind of list (?kind=), named in both languages, and one example row
// for dates, numbers and amounts.
func (s *Service) Sample(w http.ResponseWriter, r *http.Request) error {
	kind := r.URL.Query().Get("kind")
	if fields[kind] == nil {
		return fault.At("kind", "required")
	}
	var columns []table.Column
	var cells []any
	for _, f := range fields[kind] {
		name := func(l locale.Locale) string { return s.Messages.T(l, "imports.field-"+f.id, nil) }
		columns = append(columns, table.Column{Name: locale.Text{EN: name(locale.EN), ZH: name(locale.ZH)}})
		cells = append(cells, sampleCells[f.id])
	}
	httpd.Attachment(w, kind+".xlsx", table.XLSX.ContentType())
	out, err := table.New(table.XLSX, httpd.ExtendDeadline(w), s.Messages.T(httpd.LocaleOf(r.Context()), "imports.kind-"+kind, nil), columns)
	if err != nil {
		return err
	}
	if err := out.Row(cells...); err != nil {
		return err
	}
	return out.Close()
}
