package bankfile_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"shanmen/internal/sales/bankfile"
)

// Information that is missing or contradictory is questioned or left out: direction, amount, day, and account.
func TestMissingValuesAreNotGuessed(t *testing.T) {
	const one = "Date,Description,Amount\n"
	const two = "Date,Description,Debit,Credit,Balance\n"
	const known = "Transaction Date,Transaction Description,Withdrawal,Deposit\n"
	for name, c := range map[string]struct {
		data string
		want []string
	}{
		// Cases about the direction of money: in or out.
		"amounts without a direction":                    {one + "28/11/2026,TAN,88.00\n27/11/2026,FEE,5.00\n", []string{"asks"}},
		"a type column with unknown words":               {"Date,Description,Amount,Type\n28/11/2026,TAN,88.00,Money received\n27/11/2026,FEE,5.00,Money sent\n", []string{"asks"}},
		"no header, and the first row a debit":           {"27/11/2026,FEE,5.00,,95.00\n28/11/2026,TAN,,88.00,183.00\n", []string{"asks"}},
		"one amount has a minus sign":                    {one + "28/11/2026,TAN,88.00\n27/11/2026,FEE,-5.00\n", []string{"2 2026-11-28  8800 /", "3 2026-11-27  -500 /"}},
		"all amounts have a plus sign":                   {one + "28/11/2026,TAN,+88.00\n27/11/2026,LIM,+5.00\n", []string{"2 2026-11-28  8800 /", "3 2026-11-27  500 /"}},
		"a debit with both a sign and DR":                {one + "28/11/2026,TAN,88.00 CR\n27/11/2026,FEE,-5.00 DR\n26/11/2026,FEE,(-5.00)\n25/11/2026,FEE,-(5.00)\n24/11/2026,FEE,(5.00) DR\n", []string{"2 2026-11-28  8800 /", "3 2026-11-27  -500 /", "4 2026-11-26  -500 /", "5 2026-11-25  -500 /", "6 2026-11-24  -500 /"}},
		"a balance brought forward before the first row": {"Date,Description,Amount,Balance\n26/11/2026,Balance B/F,,100.00\n26/11/2026,a,50.00,50.00\n27/11/2026,b,88.00,138.00\n", []string{"4 2026-11-27  8800 /", "3 direction"}},
		"balances beside a pending row":                  {"Date,Description,Amount,Balance,Status\n26/11/2026,TAN,50.00,138.00,Completed\n27/11/2026,LIM,20.00,138.00,Pending\n28/11/2026,FEE,8.00,130.00,Completed\n28/11/2026,KOH,9.00,139.00,Completed\n", []string{"5 2026-11-28  900 /", "2 direction", "3 status", "4 direction"}},
		"balances, and a separator at the end of lines":  {"Date,Description,Amount,Balance\n26/11/2026,a,88.00,188.00,\n27/11/2026,b,50.00,138.00,\n28/11/2026,c,20.00,158.00,\n", []string{"4 2026-11-28  2000 /", "2 direction", "3 direction"}},
		"equal debits, newest first":                     {"Date,Description,Amount,Balance\n28/11/2026,a,50.00,100.00\n27/11/2026,b,50.00,150.00\n26/11/2026,c,8.00,200.00\n", []string{"2 direction", "3 direction", "4 direction"}},
		"a total in a row with a date":                   {"Date,Channel,Details,Amount\n28/11/2026,FAST,TAN,88.00 CR\n28/11/2026,Total,,88.00\n", []string{"2 2026-11-28  8800 /", "3 balance"}},

		"a direction column without a heading":                                        {one[:len(one)-1] + "\n28/11/2026,TAN,88.00,CR\n27/11/2026,FEE,5.00,DR\n", []string{"2 2026-11-28  8800 /", "3 2026-11-27  -500 /"}},
		"the letter D alone means debit or deposit":                                   {"Date,Description,Amount,Type\n28/11/2026,TAN,88.00,D\n27/11/2026,LIM,5.00,D\n", []string{"2 direction", "3 direction"}},
		"the letter D under the heading Dr / Cr":                                      {"Date,Description,Amount,Dr / Cr\n28/11/2026,TAN,88.00,D\n", []string{"2 2026-11-28  -8800 /"}},
		"a comma within a text, beside a direction column":                            {"Date,Description,No.,Currency,Amount,Flag\n28/11/2026,FEE,1,SGD,5.00,D\n28/11/2026,TAN,LIM,LAMP,6,SGD,88.00,C\n28/11/2026,LIM,2,SGD,7.00,C\n", []string{"2 2026-11-28  -500 /", "3 2026-11-28  8800 /", "4 2026-11-28  700 /"}},
		"a comma within a text, beside balances":                                      {"Date,Description,Amount,Balance\n26/11/2026,a,88.00,188.00\n27/11/2026,FEE, etc.,50.00,138.00\n28/11/2026,b,20.00,158.00\n29/11/2026,e,20.00,178.00\n", []string{"4 2026-11-28  2000 /", "5 2026-11-29  2000 /", "2 direction", "3 direction"}},
		"an amount that can be read in two ways, and a separator at the end of lines": {"Date;Description;Payer;Amount;Balance\n28.11.2026;TAN;;1.088 CR;5.002.088;\n27.11.2026;LIM;a;5,00 CR;5.000.000;\n26.11.2026;KOH;;7,00 CR;4.999.995;\n", []string{"3 2026-11-27  500 a/", "4 2026-11-26  700 /", "2 amount"}},

		"one amount with a decimal comma, others with a point": {two + "28/11/2026,a,,88.00,\n28/11/2026,b,,\"1,08\",\n", []string{"2 2026-11-28  8800 /", "3 amount"}},
		"all amounts with a decimal comma":                     {two + "28/11/2026,a,,\"88,00\",\n28/11/2026,b,,\"1,08\",\n", []string{"2 2026-11-28  8800 /", "3 2026-11-28  108 /"}},
		"amounts with commas between thousands":                {two + "28/11/2026,a,,S$１,０８８.00,\n28/11/2026,FEE,−1,088,,\n28/11/2026,c,,US$1,088.00,\n", []string{"2 2026-11-28  108800 /", "3 2026-11-28  -108800 /", "4 2026-11-28  108800 / USD"}},

		// Cases about text above, below and beside the table.
		"rows above their header":                                 {"28/11/2026,a,,88.00,\n" + two + "27/11/2026,b,,50.00,\n", []string{"3 2026-11-27  5000 /", "1 shifted"}},
		"a comma within a date":                                   {"Date,Description,Credit\nNov 28, 2026,a,88.00\nSat, 28 Nov 2026,b,50.00\n", []string{"2 2026-11-28  8800 /", "3 2026-11-28  5000 /"}},
		"a payer's text that says balance":                        {two + "28/11/2026,88 balance,,88.00,\nxx/11/2026,88 balance,,50.00,\n", []string{"2 2026-11-28  8800 /", "3 date"}},
		"unquoted thousands move the direction beyond the header": {"Date,Description,Amount,Dr / Cr\n28/11/2026,TAN,2,001,088.00,D\n28/11/2026,TAN,1,002,088.00,C\n", []string{"2 2026-11-28  -200108800 /", "3 2026-11-28  100208800 /"}},
		"two dates and no header":                                 {"28/11/2026,27/11/2026,TAN,88.00\n", []string{"asks"}},
		"two amounts and no header":                               {"28/11/2026,TAN,188.00,88.00\n", []string{"asks"}},

		// Cases about units of amounts.
		"amounts in cents":                            {"Date,Description,Debit (cents),Credit (cents)\n28/11/2026,TAN,,8800\n", []string{"2 amount"}},
		"amounts in thousands":                        {"Date,Description,Debit (S$'000),Credit (S$'000)\n28/11/2026,TAN,,88\n", []string{"2 amount"}},
		"amounts in ten thousands":                    {"交易日期,摘要,收入金额（万元）,支出金额（万元）\n2026-11-28,转账,1,\n", []string{"2 amount"}},
		"the unit of amounts stands above the header": {"单位：分,,,\n交易日期,摘要,收入金额,支出金额\n2026-11-28,转账,8800,\n", []string{"3 amount"}},
		"amounts in dollars":                          {"交易日期,摘要,收入金额（元）,支出金额（元）\n2026-11-28,转账,88,\n", []string{"2 2026-11-28  8800 /"}},
		"a payer's name that begins with Thousand":    {two + "28/11/2026,Thousand Cents Pte Ltd,,88.00,\n", []string{"2 2026-11-28  8800 /"}},

		// Cases about dates.
		"month-first dates of a known bank":                  {known + "11/28/2026,a,,88.00\n11/05/2026,b,,50.00\n", []string{"2 2026-11-28  8800 /", "3 2026-11-05  5000 /"}},
		"month-first dates with hyphens":                     {two + "11-28-2026,a,,88.00,\n11-05-2026,b,,50.00,\n", []string{"2 2026-11-28  8800 /", "3 2026-11-05  5000 /"}},
		"month-first and day-first dates in one file":        {two + "11/28/2026,a,,88.00,\n28/11/2026,b,,50.00,\n05/11/2026,c,,9.00,\n11/11/2026,d,,7.00,\n", []string{"3 2026-11-28  5000 /", "5 2026-11-11  700 /", "2 date", "4 date"}},
		"dates in which a spreadsheet swapped day and month": {known + "28/11/2026,a,,88.00\n2026-05-11,b,,50.00\n2026-11-11,c,,7.00\n", []string{"2 2026-11-28  8800 /", "4 2026-11-11  700 /", "3 date"}},

		"dates that begin with a year of two digits": {two + "26/11/21,a,,88.00,\n26/11/28,b,,50.00,\n", []string{"2 date", "3 date"}},
		"month-first dates with years of two digits": {two + "11/28/26,a,,88.00,\n11/05/26,b,,50.00,\n", []string{"2 2026-11-28  8800 /", "3 2026-11-05  5000 /"}},

		// Cases about the account.
		"a second table in another currency":                        {two + "28/11/2026,a,,88.00,\n\nCurrency:,USD\n" + two + "28/11/2026,b,,50.00,\n", []string{"2 2026-11-28  8800 /", "6 account"}},
		"a second table of another account":                         {"Account Number:,072-900123-4\n" + two + "28/11/2026,a,,88.00,\n\nAccount Number:,072-900999-9\n" + two + "28/11/2026,b,,50.00,\nTotal,,,50.00,\n\nAccount Number:,0729001234\n" + two + "27/11/2026,c,,9.00,\n", []string{"3 2026-11-28  8800 /", "12 2026-11-27  900 /", "7 account"}},
		"a second account named in one cell, and the first unnamed": {two + "28/11/2026,a,,88.00,\nSavings Account 072-900999-9\n" + two + "28/11/2026,b,,50.00,\n", []string{"2 2026-11-28  8800 /", "5 account"}},
		"a second account in Chinese":                               {"账号：1234567890\n交易日期,摘要,收入,支出\n2026-11-28,转账,88.00,\n账号：9876543210\n交易日期,摘要,收入,支出\n2026-11-28,转账,66.00,\n", []string{"3 2026-11-28  8800 /", "6 account"}},
		"pages of the same account":                                 {"Account Name:,TEMPLE 201012345Z\nAccount Number:,072-900123-4\n" + two + "28/11/2026,a,,88.00,\nStatement of account as at 2026-11-28\nAccount Name:,TEMPLE 201012345Z\nAccount Number:,072-900123-4\n" + two + "27/11/2026,b,,9.00,\n", []string{"4 2026-11-28  8800 /", "9 2026-11-27  900 /"}},
	} {
		t.Run(name, func(t *testing.T) {
			f, err := bankfile.Read("", []byte(c.data), nil)
			got := []string{"asks"}
			if !isFault(err, "statement-no-header") || f.Guess.Date >= 0 && (f.Guess.Amount >= 0 || f.Guess.Credit >= 0) {
				got = told(readAsGuessed(t, c.data))
			}
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}
