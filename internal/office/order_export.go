package office

import (
	"context"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"shanmen/internal/base/fault"
	"shanmen/internal/base/keyset"
	"shanmen/internal/platform/table"
)

var orderColumns = []tableColumn{
	{"accounts.column-made", table.Moment}, {"accounts.column-order", table.Words}, {"accounts.column-status", table.Words},
	{"accounts.column-reference", table.Words}, {"accounts.column-payer", table.Words}, {"accounts.column-payer-chinese", table.Words},
	{"accounts.column-mobile", table.Words}, {"accounts.column-ordered", table.Words}, {"accounts.column-total", table.Money}, {"accounts.column-due", table.Money},
}

// ExportOrders writes the orders of a list as they are narrowed and sorted, a row each, as CSV or XLSX.
func (s *Service) ExportOrders(w http.ResponseWriter, r *http.Request) error {
	v := r.URL.Query()
	in := ordersAsked{Show: v.Get("show"), Q: v.Get("q"), Offering: v.Get("offering"), Method: v.Get("method"), From: v.Get("from"), Until: v.Get("until"), Sort: v.Get("sort")}
	if in.Sort == "" {
		in.Sort = sortNewest
	}
	_, known := shows[in.Show]
	var wrong []fault.Field
	for field, fine := range map[string]bool{
		"show": known || in.Show == "all", "method": in.Method == "" || methods[in.Method] != 0, "sort": slices.Contains(orderSorts, in.Sort),
	} {
		if !fine {
			wrong = append(wrong, fault.Field{Path: field, Code: "not-a-choice"})
		}
	}
	if len(wrong) > 0 {
		return fault.InvalidFields(wrong)
	}
	format, err := tableFormat(v.Get("format"))
	if err != nil {
		return err
	}
	list, err := in.list(r.Context(), s.DB.Read())
	if err != nil {
		return err
	}
	return s.sendTable(w, r, tableFile{
		name: "orders", title: "office.area-orders", format: format, columns: orderColumns,
		about: map[string]string{"status": in.Show, "method": in.Method, "from": in.From, "until": in.Until},
		rows:  func(ctx context.Context, to table.Writer) error { return s.writeOrders(ctx, to, list) },
	})
}

func (s *Service) writeOrders(ctx context.Context, to table.Writer, list orderList) error {
	r := s.DB.Read()
	for after := (keyset.Key{}); ; {
		rows, err := list.page(ctx, r, after, exportChunk)
		if err != nil {
			return err
		}
		for _, v := range rows {
			row := orderRow(v)
			ordered, err := orderedIn(ctx, r, v.ID)
			if err != nil {
				return err
			}
			var lines []string
			for _, o := range ordered {
				lines = append(lines, strings.TrimSpace(o.Title+" "+o.OptionTitle)+" × "+strconv.FormatInt(o.Quantity, 10))
			}
			err = to.Row(row.CreatedAt, row.Number, s.both("document.status."+row.Status), row.Reference, row.Payer, row.PayerChinese, row.Mobile,
				strings.Join(lines, "\n"), row.SubTotal, row.Due)
			if err != nil {
				return err
			}
			after = list.key(v)
		}
		if len(rows) < exportChunk {
			return nil
		}
	}
}
