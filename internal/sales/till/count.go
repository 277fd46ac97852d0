package till

import (
	"encoding/json"
	"fmt"
	"slices"

	"shanmen/internal/base/fault"
)

// Denominations are Singapore's notes and coins in use, in cents, largest first.
var Denominations = []int64{1000_00, 100_00, 50_00, 10_00, 5_00, 2_00, 1_00, 50, 20, 10, 5}

// Pieces is the number of one note or coin in the box.
type Pieces struct {
	Value  int64 `json:"value" doc:"Value in cents: 100000 for the note of a thousand, 5 for the smallest coin"`
	Number int64 `json:"number" minimum:"0" maximum:"100000"`
}

// mostPieces is the maximum number of one note or coin.
const mostPieces = 100_000

// Count is the counted content of a box.
type Count []Pieces

// sum is the count in cents. Unknown or repeated denominations are refused at their field; field is the count's path.
func (c Count) sum(field string) (int64, error) {
	var sum int64
	var wrong []fault.Field
	seen := map[int64]bool{}
	for i, p := range c {
		if !slices.Contains(Denominations, p.Value) || seen[p.Value] || p.Number < 0 || p.Number > mostPieces {
			wrong = append(wrong, fault.Field{Path: fmt.Sprintf("%s[%d]", field, i), Code: "count-range", Params: map[string]any{"min": 0, "max": mostPieces}})
			continue
		}
		seen[p.Value] = true
		sum += p.Value * p.Number
	}
	if len(wrong) == 0 && sum > MostFloat {
		wrong = append(wrong, fault.Field{Path: field, Code: "amount-too-large", Params: mostFloat()})
	}
	return sum, fault.InvalidFields(wrong)
}

// text is the stored form of a count; "" for none.
func (c Count) text() (string, error) {
	if len(c) == 0 {
		return "", nil
	}
	b, err := json.Marshal(c)
	return string(b), err
}

func parseCount(text string) (Count, error) {
	if text == "" {
		return Count{}, nil
	}
	var c Count
	if err := json.Unmarshal([]byte(text), &c); err != nil {
		return nil, fmt.Errorf("count of a shift: %w", err)
	}
	return c, nil
}
