package bankfile_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"shanmen/internal/sales/bankfile"
)

// Files in other formats than plain CSV give the same lines.
func TestTheSameStatementInOtherFormatsReadsTheSame(t *testing.T) {
	const tableHead = `<tr><td>Transaction Date</td><td>Transaction Description</td><td>Withdrawal</td><td>Deposit</td><td>Available Balance</td></tr>`
	cell := func(kind, text string) string { return `<Cell><Data ss:Type="` + kind + `">` + text + `</Data></Cell>` }
	book := func(rows string) string {
		return `<?xml version="1.0"?><?mso-application progid="Excel.Sheet"?>` + "\n" +
			`<Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet" xmlns:ss="urn:schemas-microsoft-com:office:spreadsheet"><Styles><Style ss:ID="a"/></Styles>` +
			`<Worksheet ss:Name="empty"><Table/></Worksheet><Worksheet ss:Name="b"><Table>` + rows + `</Table></Worksheet></Workbook>`
	}
	bookHead := `<Row>` + cell("String", "Transaction Date") + cell("String", "Transaction Description") + cell("String", "Withdrawal") + cell("String", "Deposit") + `</Row>`
	for name, c := range map[string]struct {
		data string
		want []string
	}{
		"XML of Excel 2003": {
			book(bookHead + `<Row>` + cell("DateTime", "2026-11-28T00:00:00.000") + `<Cell><Data ss:Type="String">OTHR <B>TM26K7Q4XA</B></Data><Comment><ss:Data>88.00</ss:Data></Comment></Cell><Cell ss:Index="4"><Data ss:Type="Number">20</Data></Cell></Row>`),
			[]string{"2 2026-11-28  2000 /TM26K7Q4XA"},
		},
		"XML with cells that span columns": {
			book(bookHead + `<Row>` + cell("String", "27 Nov 2026") + `<Cell ss:MergeAcross="2"><Data ss:Type="String">Previous Balance</Data></Cell>` + cell("Number", "4800") + `</Row>` +
				`<Row ss:Index="9">` + cell("String", "28 Nov 2026") + cell("String", "x") + cell("Number", "1.5") + `</Row>`),
			[]string{"9 2026-11-28  -150 /"},
		},
		"a long comment before the table": {
			"<!-- " + strings.Repeat("style ", 2000) + "-->\n<table>" + tableHead + "<tr><td>28 Nov 2026</td><td>x</td><td></td><td>20.00</td><td>1.00</td></tr></table>",
			[]string{"2 2026-11-28  2000 /"},
		},
		"a cell that spans rows": {
			"<table>" + tableHead + `<tr><td rowspan="2">28 Nov 2026</td><td>x</td><td></td><td>20.00</td><td>1.00</td></tr><tr><td>y</td><td>5.00</td><td></td><td>1.00</td></tr></table>`,
			[]string{"2 2026-11-28  2000 /", "3 date"},
		},
		"a row that is too long": {
			"<table>" + tableHead + `<tr><td>28 Nov 2026</td><td>x</td><td>y</td><td></td><td>20.00</td><td>1.00</td></tr><tr><td>28 Nov 2026</td><td>x</td><td></td><td>1.00</td><td>1.00</td></tr></table>`,
			[]string{"3 2026-11-28  100 /", "2 shifted"},
		},
		"a note beside the columns": {
			"<table>" + tableHead + `<tr><td>28 Nov 2026</td><td>x</td><td></td><td>20.00</td><td>21.00</td><td>for Mrs Tan</td></tr><tr><td>28 Nov 2026</td><td>x</td><td>5.00</td><td></td><td>20.00</td><td>1.00</td></tr></table>`,
			[]string{"2 2026-11-28  2000 /", "3 shifted"},
		},
		"line ends of CR alone": {
			"Transaction date,Value date,Description,Withdrawals (SGD),Deposits (SGD)\r28/11/2026,28/11/2026,x,,20.00\r28/11/2026,28/11/2026,y,5.00,\r",
			[]string{"2 2026-11-28  2000 /", "3 2026-11-28  -500 /"},
		},
		"DBS, eight columns": {
			"Transaction Date,Value Date,Statement Code,Description,Debit Amount,Credit Amount,Client Reference,Additional Reference\n28 Nov 2026,,ICT,PAYNOW, , 88.00,TM26 K7Q4X9  : I-BANK,\n",
			[]string{"2 2026-11-28 ICT 8800 /"},
		},
		"DBS, in another order": {
			"Transaction Date,Credit Amount,Debit Amount,Status,Additional Reference,Client Reference,Statement Code,Description\n28 Nov 2026,88.00,,Settled,x,From: TAN,ICT,y\n28 Nov 2026,,5.00,Settled,x,From: TAN,ICT,y\n",
			[]string{"2 2026-11-28 ICT 8800 TAN/", "3 2026-11-28 ICT -500 TAN/"},
		},
		"a description continues after blank rows, and a row without a transaction": {
			"Transaction date,Value date,Description,Withdrawals (SGD),Deposits (SGD)\n,,OTHR - LOST 1\n28/11/2026,28/11/2026,FAST PAYMENT,,20.00\n\n\n,,\"TAN, AH KOW\"\n,,OTHR - TM26K7Q4XA, thanks\n",
			[]string{"3 2026-11-28  2000 /TM26K7Q4XA, thanks", "2 belongs"},
		},
		"a number without a point below a description is money": {
			"Transaction date,Value date,Description,Withdrawals (SGD),Deposits (SGD)\n28/11/2026,28/11/2026,x,,20\n,,y,,88\n28/11/2026,28/11/2026,z,,10\n,,\"OTHR - TM26K7Q4XA\", 88\n",
			[]string{"2 2026-11-28  2000 /", "4 2026-11-28  1000 /TM26K7Q4XA, 88", "3 date"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			f, err := bankfile.Read("", []byte(c.data), nil)
			if diff := cmp.Diff(c.want, told(f)); diff != "" || err != nil {
				t.Error(diff, err)
			}
		})
	}
	sheet, err := bankfile.Cells([]byte("Name,Mobile\rTan,91234567\rLim,91234568"))
	if diff := cmp.Diff([][]string{{"Name", "Mobile"}, {"Tan", "91234567"}, {"Lim", "91234568"}}, sheet.Rows); diff != "" || err != nil {
		t.Error(diff, err)
	}
}
