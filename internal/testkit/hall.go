package testkit

import (
	"testing"

	"shanmen/internal/offer/position"
)

// LampHall creates the main hall with Tower A of some rows and lamps per row, and returns the id of the grand lamp's
// option. The first row is sold as it, and the temple chooses the positions; more pairs change that: "toRow", 3,
// "positionBy", "devotee", ….
func (a *App) LampHall(t testing.TB, rows, units int, more ...any) (optionID string) {
	t.Helper()
	optionID = a.Option(t, "light-lamp", "grand")
	ritual := a.Staff(t, "ritual")
	ritual.Post("/api/admin/hall", map[string]any{"key": "main", "title": map[string]string{"en": "Main Hall", "zh": "大殿"}}).Want(200)
	var halls position.Halls
	ritual.Post("/api/admin/hall/main/tower", map[string]any{
		"code": "a", "title": map[string]string{"en": "Tower A", "zh": "A 塔"}, "x": 10, "y": 50, "upwards": true, "rows": rows, "units": units,
	}).Want(200).JSON(&halls)
	ritual.Post("/api/admin/tower/"+halls.Items[0].Towers[0].ID+"/sell",
		with(map[string]any{"fromRow": 1, "toRow": 1, "optionId": optionID, "positionBy": "temple", "lastsMonths": 0}, more)).Want(200)
	return optionID
}
