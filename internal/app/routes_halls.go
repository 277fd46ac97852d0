package app

import "shanmen/internal/platform/httpd"

// Callers who work with halls and positions.
var (
	ritual        = httpd.Staff("ritual")
	placesReaders = httpd.Staff("ritual", "counter", "treasurer")
	placesGivers  = httpd.Staff("ritual", "counter")
)

// hallRoutes are the calls about positions of lamps and tablets.
func (a *App) hallRoutes() {
	s := a.HTTP
	get(s, "/api/admin/hall", placesReaders, "List halls with their towers", a.Positions.List)
	post(s, "/api/admin/hall", ritual, "Create a hall", a.Positions.AddHall, upTo(2*kB))
	put(s, "/api/admin/hall/{key}", ritual, "Rename a hall", a.Positions.ChangeHall, upTo(2*kB))
	post(s, "/api/admin/hall/{key}/tower", ritual, "Create a tower with its positions", a.Positions.AddTower, upTo(4*kB))
	put(s, "/api/admin/tower/{id}", ritual, "Rename a tower, or move it on the hall's plan", a.Positions.ChangeTower, upTo(4*kB))
	post(s, "/api/admin/tower/{id}/sell", ritual, "Set which option the free positions of chosen rows are sold as", a.Positions.Sell, upTo(2*kB))
	get(s, "/api/admin/hall/{key}/map", placesReaders, "Read the state of all positions of a hall, one letter each", a.Positions.Map, tagged)
	get(s, "/api/admin/hall/{key}/place", placesReaders, "Find the position at a point of a hall's map", a.Positions.At)
	get(s, "/api/admin/hall-option", ritual, "List the options that positions can be sold as", a.Positions.Options)
	get(s, "/api/admin/position", placesReaders, "Search positions by code, or by the number, payer or mobile of their order", a.Positions.Find)
	get(s, "/api/admin/position/{id}", placesReaders, "Read a position with its current and earlier uses", a.Positions.Get)
	post(s, "/api/admin/position/{id}/usable", ritual, "Take a free position out of service, or return it to service", a.Positions.SetUsable, upTo(kB))
	post(s, "/api/admin/position/{id}/label", placesGivers, "Record whether a label is attached to a position", a.Positions.Label, upTo(kB))
	post(s, "/api/admin/position/{id}/clear", placesGivers, "Record that the label of an ended use was taken down", a.Positions.Clear, upTo(kB))
	post(s, "/api/admin/position/{id}/move", ritual, "Move the order that uses a position to another position", a.Positions.Move, upTo(kB))
	get(s, "/api/place", everybody, "List the towers with free positions of an option, for choosing one", a.Positions.Free)
	get(s, "/api/place/{id}", everybody, "List a tower's free positions row by row", a.Positions.FreeOfTower)
	get(s, "/api/lamp", members, "List the positions of the member's own lamps and tablets", a.Site.Lamps)
	post(s, "/api/lamp/find", everybody, "Send a link that shows the lamps ordered with a mobile number", a.Site.FindLamp, upTo(kB))
	get(s, "/api/admin/kiosk", placesReaders, "List the kiosks in the halls", a.Positions.ListKiosks)
	post(s, "/api/admin/kiosk", placesGivers, "Turn this browser into a kiosk and log out", a.Positions.OpenKiosk, upTo(kB))
	post(s, "/api/admin/kiosk/{id}/close", placesGivers, "Close a kiosk", a.Positions.CloseKiosk, upTo(kB))
	post(s, "/api/kiosk/find", everybody, "Find the positions of a mobile number's orders, from a kiosk", a.Site.FindAtKiosk, upTo(kB))
	post(s, "/api/admin/position/{id}/put", placesGivers, "Assign a free position to a paid item that has none", a.Positions.Put, upTo(kB))
	get(s, "/api/admin/placeless", placesReaders, "Count lamps and tablets without a position, by option", a.Positions.Placeless)
	get(s, "/api/admin/placeless/{option}", placesReaders, "List current lamps and tablets of an option that have no position", a.Positions.PlacelessOf)
	get(s, "/api/admin/placeless/{option}/plan", ritual, "Preview which positions would be assigned", a.Positions.PlanPlacing)
	post(s, "/api/admin/placeless/{option}", ritual, "Assign the previewed positions", a.Positions.PlaceMany, upTo(32*kB))
	post(s, "/api/admin/placing/{id}/undo", placesGivers, "Undo an assignment of positions", a.Positions.Unplace, upTo(kB))
}
