package temple

import (
	"errors"
	"fmt"
	"net/http"
)

// Orders lists the numbers of all orders that the program has of this member. All must wait for their payment.
func (v *Visitor) Orders() (numbers []string, err error) {
	for page := 1; ; page++ {
		var list struct {
			Items []struct {
				Number, Status string
				Total          int64
			}
			Total int
		}
		if err := v.Must(http.MethodGet, fmt.Sprintf("/api/invoice/list/member?pageSize=100&page=%d", page), nil, &list, ""); err != nil {
			return nil, err
		}
		for _, o := range list.Items {
			numbers = append(numbers, o.Number)
			if o.Status != "awaiting-payment" {
				return nil, fmt.Errorf("order %s is %s", o.Number, o.Status)
			}
		}
		if len(numbers) >= list.Total || len(list.Items) == 0 {
			return numbers, nil
		}
	}
}

// Compare compares acknowledged orders, as numbers with how many requests each was the answer to, with those stored of
// the members. Lost: acknowledged but not stored. Doubled: stored without a request, or acknowledged for two requests.
func Compare(acknowledged map[string]int, members []*Visitor) (lost, doubled int, err error) {
	there := map[string]int{}
	for _, m := range members {
		numbers, e := m.Orders()
		err = errors.Join(err, e)
		for _, n := range numbers {
			there[n]++
		}
	}
	if err != nil {
		return 0, 0, err
	}
	for n, told := range acknowledged {
		if there[n] == 0 {
			lost++
		}
		doubled += told - 1
	}
	for n, times := range there {
		doubled += times - 1
		if acknowledged[n] == 0 {
			doubled++
		}
	}
	return lost, doubled, nil
}
