package lunar

import (
	"encoding/json"
	"flag"
	"os"
	"testing"

	"shanmen/internal/testkit/source"
)

var update = flag.Bool("update", false, "write the golden files")

const golden = "testdata/lunar-years.json"

func TestTableForBrowsersIsFresh(t *testing.T) {
	want, err := json.Marshal(NewTable())
	if err != nil {
		t.Fatal(err)
	}
	want = append(want, '\n')
	if *update {
		if err := os.WriteFile(source.Path(t, golden), want, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if string(source.Read(t, golden)) != string(want) {
		t.Fatalf("%s is stale: go test ./internal/base/lunar -update", golden)
	}
}

// TestTableMatchesTheCalendar decodes the table as a browser does, so that the encoding is tested.
func TestTableMatchesTheCalendar(t *testing.T) {
	table := NewTable()
	day, _ := ToSolar(Date{FirstYear, 1, 1, false})
	for i, n := range table.Years {
		leap := n & 15
		month, second := 1, false
		for k := 0; month <= 12; k++ {
			want := Date{FirstYear + i, month, 1, second}
			if got, _ := FromSolar(day); got != want && day.Year <= LastYear {
				t.Fatalf("%v is %v, the table says %v", day, got, want)
			}
			day = day.Add(29 + n>>(4+k)&1)
			if month == leap && !second {
				second = true
			} else {
				month, second = month+1, false
			}
		}
	}
}
