package bankfile_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/traditionalchinese"

	"shanmen/internal/sales/bankfile"
)

// Typical exports of many banks: with the guessed columns each row is read as meant, reported as not read, or a person
// is asked which column contains the money ("asks").
func TestExportsOfManyBanksAreRead(t *testing.T) {
	const two = "Date,Description,Debit,Credit,Balance\n"
	const one = "Date,Description,Amount\n"
	const typed = "Date,Description,Amount,Type\n28/11/2026,TAN,88.00,"
	for name, c := range map[string]struct {
		data string
		want []string
	}{
		// Cases about rows without a date, and labels.
		"a payer's name that begins with Total":                        {two + "28/11/2026,a,,88.00,88.00\n,TOTAL FITNESS PTE LTD,,88.00,176.00\n,Total,,176.00,\n", []string{"2 2026-11-28  8800 /", "3 date"}},
		"a payer's name that begins with Total, on an impossible date": {two + "31/11/2026,TOTAL OIL,,88.00,\n28/11/2026,TOTAL OIL,,,\n28/11/2026,a,,88.00,\n", []string{"4 2026-11-28  8800 /", "2 date", "3 amount"}},
		"a payer's reference that says total":                          {"Date,Description,Reference,Credit\n28/11/2026,a,b,88.00\n,PAYNOW TAN,total,88.00\n", []string{"2 2026-11-28  8800 /b", "3 date"}},
		"rows of totals are left out":                                  {two + "28/11/2026,a,,88.00,88.00\nTotal,,,88.00,\nGrand Total (SGD):,,0.00,88.00,\nPage Total :,,0.00,88.00,\nTOTAL NO. OF CREDITS: 1,,,88.00,\nSub-total for Nov 2026,,,88.00,\n本页合计,,,88.00,\n合计笔数：1,,,88.00,\n", []string{"2 2026-11-28  8800 /"}},
		"balances brought and carried forward":                         {two + "27/11/2026,BALANCE B/F,,4800.00,4800.00\n28/11/2026,a,,88.00,4888.00\n28/11/2026,Balance carried forward,,4888.00,4888.00\n", []string{"3 2026-11-28  8800 /", "2 balance", "4 balance"}},
		"balances in the column of amounts":                            {one + "27/11/2026,Opening Balance,4800.00\n28/11/2026,a,+88.00\n28/11/2026,期末余额,4888.00\n", []string{"3 2026-11-28  8800 /", "2 balance", "4 balance"}},
		"a payer's text that says balance":                             {one + "27/11/2026,balance,+12.00\n28/11/2026,total balance for lamp,88.00\n", []string{"2 2026-11-27  1200 /", "3 2026-11-28  8800 /"}},
		"a row without a date is not read":                             {two + "28/11/2026,FAST A,,88.00,188.00\n,FAST B,,50.00,238.00\n27/11/2026,FEE,5.00,,100.00\n", []string{"2 2026-11-28  8800 /", "4 2026-11-27  -500 /", "3 date"}},
		"a header on each page, and a closing sentence":                {two + "28/11/2026,TAN,,88.00,\n" + two + "27/11/2026,FEE,5.00,,\nThis is computer generated, no signature, is, required\n", []string{"2 2026-11-28  8800 /", "4 2026-11-27  -500 /"}},
		"a description continued in further rows":                      {two + "28/11/2026,FAST PAYMENT,,88.00,188.00\n,TOTAL OFFERING,,,\n,OTHR TM26K7Q4X9,,,\n27/11/2026,B/F,,,100.00\n", []string{"2 2026-11-28  8800 /TM26K7Q4X9"}},

		// Cases about the direction of money: in or out.
		"an unknown type beside deposit and withdrawal":   {typed + "Deposit\n27/11/2026,FEE,5.00,Withdrawal\n26/11/2026,X,5.00,Fee\n", []string{"2 2026-11-28  8800 /", "3 2026-11-27  -500 /", "4 direction"}},
		"a type that begins with DEBIT":                   {typed + "CREDIT\n27/11/2026,FEE,5.00,DEBIT\n26/11/2026,X,5.00,DEBIT CARD\n", []string{"2 2026-11-28  8800 /", "3 2026-11-27  -500 /", "4 direction"}},
		"a signed amount beside an unknown type":          {typed + "Deposit\n27/11/2026,FEE,-5.00,Fee\n", []string{"2 2026-11-28  8800 /", "3 2026-11-27  -500 /"}},
		"a direction column that says neither in nor out": {"交易日期,收/支,金额,备注\n2026-11-28 10:00:00,收入,88.00,x\n2026-11-27 10:00:00,不计收支,5.00,x\n2026-11-27 10:00:00,不计收支,5.00,x\n", []string{"2 2026-11-28  8800 /", "3 direction", "4 direction"}},
		"a CR mark in the debit column":                   {two + "28/11/2026,FEE,5.00 DR,,\n28/11/2026,TAN,,88.00 CR,\n28/11/2026,X,5.00CR,,\n", []string{"2 2026-11-28  -500 /", "3 2026-11-28  8800 /", "4 amount"}},
		"amounts with signs, DR or CR, and brackets":      {one + "28/11/2026,a,88.00+\n28/11/2026,b,12.00-\n28/11/2026,c,88.00 DR\n28/11/2026,d,(88.00)\n28/11/2026,e,88.00CR\n", []string{"2 2026-11-28  8800 /", "3 2026-11-28  -1200 /", "4 2026-11-28  -8800 /", "5 2026-11-28  -8800 /", "6 2026-11-28  8800 /"}},
		"W and D": {typed + "D\n27/11/2026,FEE,5.00,W\n", []string{"2 2026-11-28  8800 /", "3 2026-11-27  -500 /"}},
		"C and D": {typed + "C\n27/11/2026,FEE,5.00,D\n", []string{"2 2026-11-28  8800 /", "3 2026-11-27  -500 /"}},
		"the direction follows from the balance, oldest first": {"Date,Description,Type,Amount,Balance\n26/11/2026,a,Transfer,88.00,188.00\n27/11/2026,b,Bill payment,50.00,138.00\n28/11/2026,c,Transfer,20.00,158.00\n", []string{"4 2026-11-28  2000 /", "2 direction", "3 direction"}},
		"the direction follows from the balance, newest first": {"Date,Description,Type,Amount,Balance\n28/11/2026,c,Transfer,20.00,158.00\n27/11/2026,b,Bill payment,50.00,138.00\n26/11/2026,a,Transfer,88.00,188.00\n", []string{"2 2026-11-28  2000 /", "3 direction", "4 direction"}},
		"a balance that only rises":                            {"Date,Description,Amount,Balance\n26/11/2026,a,88.00,188.00\n27/11/2026,b,50.00,238.00\n", []string{"3 2026-11-27  5000 /", "2 direction"}},
		"two columns with the same heading":                    {"Date,Description,Amount,Amount\n28/11/2026,TAN,,88.00\n27/11/2026,FEE,5.00,\n", []string{"asks"}},
		"a header in two rows":                                 {"Date,Description,Amount,,Balance\n,,Debit,Credit,\n28/11/2026,TAN,,88.00,188.00\n27/11/2026,FEE,5.00,,100.00\n", []string{"3 2026-11-28  8800 /", "4 2026-11-27  -500 /"}},
		"a header in two rows of an HTML table":                {"<table><tr><th rowspan=2>Date</th><th rowspan=2>Description</th><th colspan=2>Amount (SGD)</th><th rowspan=2>Balance</th></tr><tr><th>Debit</th><th>Credit</th></tr><tr><td>28/11/2026</td><td>TAN</td><td></td><td>88.00</td><td>188.00</td></tr><tr><td>27/11/2026</td><td>FEE</td><td>5.00</td><td></td><td>100.00</td></tr></table>", []string{"3 2026-11-28  8800 /", "4 2026-11-27  -500 /"}},
		"a second header with columns in another order":        {two + "28/11/2026,a,,88.00,\n\nDate,Description,Credit,Debit,Balance\n27/11/2026,b,,5.00,\nTotal,,,5.00,\n" + two + "26/11/2026,c,,7.00,\n", []string{"2 2026-11-28  8800 /", "8 2026-11-26  700 /", "5 shifted"}},
		"a UOB card statement in two currencies":               {"Transaction Date,Posting Date,Description,Foreign Currency Type,Transaction Amount(Foreign),Local Currency Type,Transaction Amount(Local)\n28 Nov 2026,28 Nov 2026,SHOP,USD,9.00,SGD,12.00\n", []string{"asks"}},
		"semicolons, a decimal comma, and DR/CR":               {"Date;Particulars;Amount;Dr/Cr;Balance\n28.11.2026;TAN, AH;1.088,00;CR;2.000,00\n27.11.2026;FEE;5,00;DR;912,00\n", []string{"2 2026-11-28  108800 /", "3 2026-11-27  -500 /"}},

		// Cases about status columns.
		"a completion date that pending rows lack": {"Type,Product,Started Date,Completed Date,Description,Amount,Fee,Currency,State,Balance\nTOPUP,Current,2026-11-28 10:15:00,2026-11-28 10:15:03,From TAN,88.00,0.00,SGD,COMPLETED,188.00\nTRANSFER,Current,2026-11-27 10:15:00,,To X,-5.00,0.00,SGD,PENDING,\nTRANSFER,Current,2026-11-27 10:15:00,2026-11-27 10:15:00,To X,5.00,0.00,SGD,REVERTED,\n", []string{"2 2026-11-28  8800 /", "3 status", "4 status"}},
		"Aspire": {"Date,Time (UTC+8),Type,Status,Counterparty,Reference,Debit Amount,Credit Amount,Balance,Currency\n28 Nov 2026,10:15,Transfer,Completed,TAN,TM26K7Q4X9,,88.00,188.00,SGD\n27 Nov 2026,10:15,Transfer,Failed,X,,5.00,,100.00,SGD\n", []string{"2 2026-11-28  8800 TAN/TM26K7Q4X9", "3 status"}},
		"Alipay": {"交易时间,交易分类,交易对方,商品说明,收/支,金额,收/付款方式,交易状态,备注\n2026-11-28 10:00:00,转账,陈美玲,灯,收入,88.00,余额,交易成功,\n2026-11-27 10:00:00,转账,店,x,支出,5.00,余额,交易关闭,\n", []string{"2 2026-11-28  8800 陈美玲/", "3 status"}},

		"a column that says whether a row is cleared": {"Date,Description,Cleared,Credit\n28/11/2026,TAN,N,88.00\n27/11/2026,LIM,Cleared,66.00\n", []string{"3 2026-11-27  6600 /", "2 status"}},
		"a column with the posting date":              {"Date,Description,Posted,Credit\n28/11/2026,TAN,28/11/2026,88.00\n", []string{"2 2026-11-28  8800 /"}},
		"a bank's remark that says Pending":           {"Date,Description,Remarks,Credit\n28/11/2026,FAST,Pending,88.00\n27/11/2026,FAST,,66.00\n", []string{"3 2026-11-27  6600 /", "2 status"}},
		"a payer's reference that says Pending":       {"Date,Description,Reference,Credit\n28/11/2026,FAST,Pending,88.00\n", []string{"2 2026-11-28  8800 /Pending"}},
		"a status column in Chinese":                  {"交易日期,摘要,交易结果,金额\n2026-11-28,a,成功,+88.00\n2026-11-28,b,处理失败,66.00\n", []string{"2 2026-11-28  8800 /", "3 status"}},

		// Cases about recognising columns.
		"Standard Chartered":        {"Account Statement\nAccount Number:,0123456789\nDate,Transaction,Currency,Deposit,Withdrawal,Running Balance,SGD Equivalent Balance\n28/11/2026,\"INWARD FAST\nOTHR TM26K7Q4X9\",SGD,88.00,,188.00,188.00\n27/11/2026,FEE,SGD,,5.00,100.00,100.00\n", []string{"4 2026-11-28  8800 /TM26K7Q4X9", "5 2026-11-27  -500 /"}},
		"HSBC without a header":     {"28/11/2026,\"CR TAN\",\"88.00\"\n27/11/2026,FEE,\"-1,234.00\"\n26/11/2026,GIRO CR,1,088.00\n", []string{"1 2026-11-28  8800 /", "2 2026-11-27  -123400 /", "3 shifted"}},
		"Citi without a header":     {"\"28/11/2026\",\"FAST TAN\",\"\",\"88.00\",\"\",\"'0123456789'\"\n\"27/11/2026\",\"FEE\",\"-5.00\",\"\",\"\",\"'0123456789'\"\n", []string{"asks"}},
		"ICBC":                      {"交易日期,摘要,交易详情,钞/汇,交易金额(收入),交易金额(支出),交易币种,记账金额(收入),记账金额(支出),记账币种,余额,对方户名,对方账户\n2026-11-28,转账,TM26K7Q4X9,汇,66.00,,美元,88.00,,新加坡元,188.00,陈美玲,1234\n2026-11-27,手续费,,汇,,5.00,新加坡元,,5.00,新加坡元,100.00,,\n", []string{"2 2026-11-28  8800 陈美玲/", "3 2026-11-27  -500 /"}},
		"Bank of China":             {"交易日期,业务摘要,对方账户名称,币种,收入金额,支出金额,余额\n20261128,转账,陈美玲,SGD,\"1,088.00\",,1188.00\n20261127,手续费,,SGD,,5.00,100.00\n合计,,,,1088.00,5.00,\n", []string{"2 2026-11-28  108800 陈美玲/", "3 2026-11-27  -500 /"}},
		"Wise":                      {"TransferWise ID,Date,Date Time,Amount,Currency,Description,Payment Reference,Running Balance,Payer Name,Payee Name,Total fees,Transaction Type\nTRANSFER-1,28-11-2026,28-11-2026 10:15:00.123,88.00,SGD,Received money,TM26K7Q4X9,188.00,TAN,,0.00,CREDIT\nCARD-2,27-11-2026,27-11-2026 10:15:00.123,-12.50,SGD,Card,,100.00,,SHOP,0.10,DEBIT\n", []string{"2 2026-11-28  8800 TAN/TM26K7Q4X9", "3 2026-11-27  -1250 /"}},
		"Wise's history":            {"ID,Status,Direction,Created on,Finished on,Source name,Source amount (after fees),Target name,Target amount (after fees),Reference\nTRANSFER-1,COMPLETED,IN,2026-11-28 10:15:00,2026-11-28 10:16:00,TAN,88.00,TEMPLE,88.00,TM26K7Q4X9\n", []string{"asks"}},
		"Trust":                     {"Posting date,Transaction date,Description,Amount in foreign currency,Amount in SGD\n28 Nov 2026,27 Nov 2026,FAST TAN,,88.00\n", []string{"asks"}},
		"GXS":                       {"Date,Description,Money in (SGD),Money out (SGD),Balance (SGD)\n28 Nov 2026,TAN,+88.00,,188.00\n27 Nov 2026,Fee,,-5.00,100.00\n", []string{"2 2026-11-28  8800 /", "3 2026-11-27  -500 /"}},
		"columns separated by tabs": {strings.ReplaceAll(two, ",", "\t") + "28-Nov-2026\tTAN, AH KOW\t\t88.00\t188.00\n27-Nov-2026\tFee, etc.\t5.00\t\t100.00\n\t\tTotal\t5.00\t88.00\n", []string{"2 2026-11-28  8800 /", "3 2026-11-27  -500 /"}},

		// Cases about the format of values.
		"amounts with a currency":              {one + "28/11/2026,TAN,SGD 88.00\n27/11/2026,FEE,-SGD5.00\n26/11/2026,Y,S$1,088.00\n26/11/2026,Z,\"S$1,088.00 CR\"\n", []string{"2 2026-11-28  8800 /", "3 2026-11-27  -500 /", "5 2026-11-26  108800 /", "4 shifted"}},
		"another currency in Chinese":          {"交易日期,摘要,收入金额,支出金额,记账币种,交易币种\n2026-11-28,转账,88.00,,新加坡元,美元\n2026-11-28,转账,66.00,—,美元,美元\n", []string{"2 2026-11-28  8800 /", "3 2026-11-28  6600 / 美元"}},
		"full-width figures":                   {"日期,摘要,金额\n2026年11月28日,转账,８８．００\n2026/11/27,费用,－５.00\n", []string{"2 2026-11-28  8800 /", "3 2026-11-27  -500 /"}},
		"times with a time zone":               {one + "2026-11-28T10:15:00+08:00,TAN,+88.00\n2026-11-27T20:15:00Z,TAN,88.00\n2026-11-28T00:00:00+08:00,TAN,88.00\n", []string{"2 2026-11-28  8800 /", "3 2026-11-28  8800 /", "4 2026-11-28  8800 /"}},
		"amounts that can be read in two ways": {one + "28/11/2026,TAN,+1.088\n28/11/2026,TAN,12.345\n28/11/2026,TAN,+1 088.00\n", []string{"4 2026-11-28  108800 /", "2 amount", "3 amount"}},
	} {
		t.Run(name, func(t *testing.T) {
			f, err := bankfile.Read("", []byte(c.data), nil)
			got := []string{"asks"}
			if !isFault(err, "statement-no-header") || f.Guess.Amount >= 0 || f.Guess.Credit >= 0 {
				got = told(readAsGuessed(t, c.data))
			}
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// An unknown word is questioned in any status column.
func TestAnUnknownStatusWordIsAskedAbout(t *testing.T) {
	for _, header := range []string{"Date,Narrative,Money In,Money Out,Status,Payment Status", "Transaction Date,Transaction Description,Deposit,Withdrawal,Status,Payment Status"} {
		data := []byte(header + "\n28/11/2026,a,1.00,,Completed,Completed\n28/11/2026,b,88.00,,Completed,Gutgeschrieben\n28/11/2026,c,2.00,,Completed,\n")
		f, err := bankfile.Read("", data, nil)
		if !isFault(err, "statement-no-header") || fmt.Sprint(f.Unknown[f.Guess.Status]) != "[gutgeschrieben]" {
			t.Fatalf("%v of %v, %v", f.Unknown, f.Guess, err)
		}
		l := f.Guess
		if _, err := bankfile.Read("", data, &l); !isFault(err, "statement-status") {
			t.Errorf("a word that is not explained is passed over: %v", err)
		}
		l.NotFinal = []string{"gutgeschrieben"}
		if f, err := bankfile.Read("", data, &l); err != nil || fmt.Sprint(told(f)) != "[2 2026-11-28  100 / 4 2026-11-28  200 / 3 status]" {
			t.Errorf("%v, %v", told(f), err)
		}
		l.Final, l.NotFinal = l.NotFinal, nil
		if f, err := bankfile.Read("", data, &l); err != nil || len(f.Lines) != 3 {
			t.Errorf("%v, %v", told(f), err)
		}
	}
}

// A list with lines in two encodings is decoded line by line.
func TestLinesInAnotherEncodingAreRead(t *testing.T) {
	gb := func(s string) string {
		out, err := simplifiedchinese.GB18030.NewEncoder().String(s)
		if err != nil {
			t.Fatal(err)
		}
		return out
	}
	b5, err := traditionalchinese.Big5.NewEncoder().String("姓名,電話\n陳美玲,1\n黃偉傑,2\n林國華,3\n張志強,4\n")
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct{ data, want string }{
		"GB 18030 with lines in UTF-8":                        {gb("姓名,电话\n陈美玲,1\n林国华,2\n王秀英,3\n") + "张志强,4\n李小龙,5\n" + gb("黄伟杰,6\n"), "[[姓名 电话] [陈美玲 1] [林国华 2] [王秀英 3] [张志强 4] [李小龙 5] [黄伟杰 6]]"},
		"UTF-8 with a line in GB 18030":                       {"姓名,电话\n陈美玲,1\n林国华,2\n" + gb("王秀英,3\n") + "张志强,4\n", "[[姓名 电话] [陈美玲 1] [林国华 2] [王秀英 3] [张志强 4]]"},
		"UTF-8 with a byte order mark and a line in GB 18030": {"\xEF\xBB\xBF姓名,电话\n陈美玲,1\n" + gb("王秀英,3\n"), "[[姓名 电话] [陈美玲 1] [王秀英 3]]"},
		"Big5 with a line in UTF-8":                           {b5 + "王秀英,5\n", "[[姓名 電話] [陳美玲 1] [黃偉傑 2] [林國華 3] [張志強 4] [王秀英 5]]"},
	} {
		sheet, err := bankfile.Cells([]byte(c.data))
		if err != nil || fmt.Sprint(sheet.Rows) != c.want || sheet.Other != nil {
			t.Errorf("%s: %v, %v", name, sheet, err)
		}
	}
}

// A file of another kind is refused with a specific reason: nobody is asked for columns that it does not have.
func TestAFileWithoutColumnsIsRefused(t *testing.T) {
	for _, data := range []string{
		"OFXHEADER:100\nDATA:OFXSGML\n\n<OFX><STMTTRN><TRNAMT>88.00<NAME>TAN, AH KOW</STMTTRN></OFX>",
		`<?xml version="1.0"?><?OFX OFXHEADER="200"?><OFX><STMTTRN><TRNAMT>88.00</TRNAMT></STMTTRN></OFX>`,
		`<?xml version="1.0" encoding="UTF-8"?>` + "\n" + `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02"><Ntry/></Document>`,
		":20:STMT\n:25:1234567890\n:60F:C261127SGD4800,00\n:61:2611281128C88,00NTRFTM26K7Q4X9\n:86:TAN AH KOW, OTHR\n",
		"!Type:Bank\nD28/11/2026\nT88.00\nPTAN AH KOW\n^\n",
	} {
		if _, err := bankfile.Read("", []byte(data), nil); !isFault(err, "statement-unreadable") {
			t.Errorf("%v of %.20q", err, data)
		}
	}
}

// Text above the header describes the account; the header itself does not.
func TestAHeaderIsNotTakenForAnAccountNumber(t *testing.T) {
	f, err := bankfile.Read("", []byte("Account name,Account number,Currency,Account status,Narrative,Value date,Credit amount,Debit amount\nTEMPLE,123456789,SGD,ACTIVE,TAN,28/11/2026,88.00,\n"), nil)
	if !isFault(err, "statement-no-header") || f.Account != "" {
		t.Errorf("%q, %v", f.Account, err)
	}
}
