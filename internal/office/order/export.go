package order

import (
	"context"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"shanmen/internal/base/fault"
	"shanmen/internal/base/keyset"
	"shanmen/internal/office/export"
	"shanmen/internal/platform/table"
)

var orderColumns = []export.Column{
	{Message: "table.column-made", Kind: table.Moment}, {Message: "table.column-order", Kind: table.Words}, {Message: "table.column-status", Kind: table.Words},
	{Message: "table.column-reference", Kind: table.Words}, {Message: "table.column-payer", Kind: table.Words}, {Message: "table.column-payer-chinese", Kind: table.Words},
	{Message: "table.column-mobile", Kind: table.Words}, {Message: "table.column-ordered", Kind: table.Words}, {Message: "table.column-total", Kind: table.Money}, {Message: "table.column-due", Kind: table.Money},
}

// Export writes the filtered and sorted orders as CSV or XLSX, one row each.
func (s *Service) Export(w http.ResponseWriter, r *http.Request) error {
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
	format, err := export.Format(v.Get("format"))
	if err != nil {
		return err
	}
	list, err := in.list(r.Context(), s.DB.Read())
	if err != nil {
		return err
	}
	return s.Tables.Send(w, r, export.File{
		Name: "orders", Title: "office.area-orders", Format: format, Columns: orderColumns,
		About: map[string]string{"status": in.Show, "method": in.Method, "from": in.From, "until": in.Until},
		Rows:  func(ctx context.Context, to table.Writer) error { return s.writeOrders(ctx, to, list) },
	})
}

func (s *Service) writeOrders(ctx context.Context, to table.Writer, list orderList) error {
	r := s.DB.Read()
	for after := (keyset.Key{}); ; {
		rows, err := list.page(ctx, r, after, export.Chunk)
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
			err = to.Row(row.CreatedAt, row.Number, s.Tables.Both("document.status."+row.Status), row.Reference, row.Payer, row.PayerChinese, row.Mobile,
				strings.Join(lines, "\n"), row.SubTotal, row.Due)
			if err != nil {
				return err
			}
			after = list.key(v)
		}
		if len(rows) < export.Chunk {
			return nil
		}
	}
}
