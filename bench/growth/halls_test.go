package growth_test

import (
	"fmt"
	"testing"

	"shanmen/internal/offer/position"
)

// A tower of Loyang has 99 rows of 20 lamps.
const (
	towerRows  = 99
	towerUnits = 20
)

// halls makes a hall with a place for each lamp that will be sold with one, and some more.
func (g *temple) halls(t testing.TB) {
	t.Helper()
	g.grand = g.Option(t, "light-lamp", "grand")
	ritual := g.Staff(t, "ritual")
	ritual.Post("/api/admin/hall", map[string]any{"key": "main", "title": map[string]string{"en": "Main Hall", "zh": "大殿"}}).Want(200)
	const tower = towerRows * towerUnits
	for i := range g.orders/perPlaced/tower + 1 {
		code := string(rune('A'+i/10)) + fmt.Sprint(i%10)
		var halls position.Halls
		ritual.Post("/api/admin/hall/main/tower", map[string]any{
			"code": code, "title": map[string]string{"en": "Tower " + code, "zh": code + " 塔"}, "x": 5 + 10*(i%10), "y": 10 + 10*(i/10), "upwards": true, "rows": towerRows, "units": towerUnits,
		}).Want(200).JSON(&halls)
		for _, made := range halls.Items[0].Towers {
			if made.Code == code {
				ritual.Post("/api/admin/tower/"+made.ID+"/sell", map[string]any{"fromRow": 1, "toRow": towerRows, "optionId": g.grand, "positionBy": "devotee", "lastsMonths": 0}).Want(200)
			}
		}
	}
}
