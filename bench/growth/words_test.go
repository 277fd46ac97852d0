package growth_test

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/jackc/pgx/v5/stdlib"

	"shanmen/internal/platform/lookup"
)

var (
	surnames = [][2]string{{"Tan", "陈"}, {"Lim", "林"}, {"Lee", "李"}, {"Ng", "黄"}, {"Ong", "王"}, {"Goh", "吴"}, {"Chua", "蔡"}, {"Koh", "许"}, {"Teo", "张"}, {"Ang", "洪"},
		{"Yeo", "杨"}, {"Tay", "郑"}, {"Ho", "何"}, {"Low", "刘"}, {"Sim", "沈"}, {"Toh", "卓"}, {"Quek", "郭"}}
	given = [][2]string{{"Bee", "美"}, {"Leng", "玲"}, {"Ah", "亚"}, {"Kow", "九"}, {"Siew", "秀"}, {"Eng", "英"}, {"Hock", "福"}, {"Seng", "成"}, {"Kim", "金"}, {"Huat", "发"}, {"Mei", "梅"}, {"Hwa", "华"},
		{"Wei", "伟"}, {"Jun", "俊"}, {"Hui", "慧"}, {"Min", "敏"}, {"Chin", "进"}, {"Poh", "宝"}, {"Lian", "莲"}, {"Boon", "文"}, {"Keng", "庆"}, {"Swee", "瑞"}, {"Yong", "勇"}}
)

// people makes every name of the vocabulary, with its search words, and returns how many there are.
func (f *filler) people() (n int) {
	f.exec("CREATE TEMP TABLE people (p BIGINT PRIMARY KEY, latin TEXT, chinese TEXT)")
	var people []string
	for _, s := range surnames {
		for _, g := range given {
			for _, h := range given {
				latin, chinese := s[0]+" "+g[0]+" "+h[0], s[1]+g[1]+h[1]
				people = append(people, fmt.Sprintf("(%d, '%s', '%s')", n, latin, chinese))
				f.named = append(f.named, slices.Sorted(slices.Values(lookup.Terms(lookup.Words{Names: []string{latin, chinese}}))))
				n++
			}
		}
	}
	f.insert("people (p, latin, chinese)", people)
	return n
}

// worded is a record with search words.
type worded struct {
	subject                            string
	person                             int
	mobile, number, receipt, reference string
	at                                 int64
}

// words are the record's words besides its names.
func (w worded) words() lookup.Words {
	out := lookup.Words{Mobiles: []string{w.mobile}}
	if w.number != "" {
		out.Numbers, out.Others = []string{w.number}, []string{w.reference}
	}
	if w.receipt != "" {
		out.Numbers = append(out.Numbers, w.receipt)
	}
	return out
}

// words writes the search words of the records that a query returns in the order of their ids, which is that of the key.
func (f *filler) words(kind lookup.Kind, query string) {
	f.Helper()
	found, err := f.conn.QueryContext(background(), query)
	if err != nil {
		f.Fatalf("%.2000s: %v", query, err)
	}
	var all []worded
	for found.Next() {
		var w worded
		if err := found.Scan(&w.subject, &w.person, &w.mobile, &w.number, &w.receipt, &w.reference, &w.at); err != nil {
			f.Fatal(err)
		}
		all = append(all, w)
	}
	if err := found.Err(); err != nil {
		f.Fatal(err)
	}
	_ = found.Close()
	var lines []byte // COPY's text form: no value has a character that it would have to escape
	for _, w := range all {
		terms := append(lookup.Terms(w.words()), f.named[w.person]...)
		slices.Sort(terms)
		terms = slices.Compact(terms)
		if !f.pg {
			f.add(kind, w, terms)
			continue
		}
		for _, t := range terms {
			lines = append(append(append(append(append(lines, kind...), '\t'), w.subject...), '\t'), t...)
			lines = append(strconv.AppendInt(append(lines, '\t'), w.at, 10), '\n')
		}
	}
	if !f.pg {
		return
	}
	err = f.conn.Raw(func(c any) error {
		_, err := c.(*stdlib.Conn).Conn().PgConn().CopyFrom(background(), bytes.NewReader(lines), "COPY search_terms (kind, subject, term, at) FROM STDIN")
		return err
	})
	if err != nil {
		f.Fatal(err)
	}
}

// add inserts the words of one record into SQLite. Only the words differ from row to row, so each binds one value.
func (f *filler) add(kind lookup.Kind, w worded, terms []string) {
	f.Helper()
	insert := f.adding[len(terms)]
	if insert == nil {
		rows := make([]string, len(terms))
		for i := range rows {
			rows[i] = fmt.Sprintf("(?1, ?2, ?%d, ?3)", i+4)
		}
		var err error
		if insert, err = f.conn.PrepareContext(background(), "INSERT INTO search_terms (kind, subject, term, at) VALUES "+strings.Join(rows, ", ")); err != nil {
			f.Fatal(err)
		}
		f.adding[len(terms)] = insert
	}
	values := append(make([]any, 0, len(terms)+3), string(kind), w.subject, w.at)
	for _, t := range terms {
		values = append(values, t)
	}
	if _, err := insert.ExecContext(background(), values...); err != nil {
		f.Fatal(err)
	}
}

// likeTheProgram fails unless the words of a copy would be those that the program wrote for the sample.
func (f *filler) likeTheProgram(kind lookup.Kind, w worded, names ...string) {
	f.Helper()
	ours := append(lookup.Terms(w.words()), lookup.Terms(lookup.Words{Names: names})...)
	slices.Sort(ours)
	var its []string
	for _, r := range f.rows("SELECT term, subject FROM search_terms WHERE kind = $1 AND subject = $2", string(kind), w.subject) {
		its = append(its, r[0])
	}
	slices.Sort(its)
	if !slices.Equal(slices.Compact(ours), its) {
		f.Fatalf("the words of a copy are %v, and the program wrote %v", ours, its)
	}
}

// background is the context of statements that fill: the test's own ends before its cleanup.
func background() context.Context { return context.Background() }
