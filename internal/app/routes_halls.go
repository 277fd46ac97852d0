package app

import "shanmen/internal/platform/httpd"

// Who works with halls and positions.
var (
	ritual        = httpd.Staff("ritual")
	placesReaders = httpd.Staff("ritual", "counter", "treasurer")
	placesGivers  = httpd.Staff("ritual", "counter")
)

// hallRoutes are the calls about where lamps and tablets stand.
func (a *App) hallRoutes() {
	s := a.HTTP
	get(s, "/api/admin/hall", placesReaders, "Halls with their towers", a.Positions.List)
	post(s, "/api/admin/hall", ritual, "Make a hall", a.Positions.AddHall, upTo(2*kB))
	put(s, "/api/admin/hall/{key}", ritual, "Name a hall anew", a.Positions.ChangeHall, upTo(2*kB))
	post(s, "/api/admin/hall/{key}/tower", ritual, "Make a tower with its places", a.Positions.AddTower, upTo(4*kB))
	put(s, "/api/admin/tower/{id}", ritual, "Name a tower anew, or move it on the plan", a.Positions.ChangeTower, upTo(4*kB))
	post(s, "/api/admin/tower/{id}/sell", ritual, "Say what free places of some rows are sold for", a.Positions.Sell, upTo(2*kB))
	get(s, "/api/admin/hall/{key}/map", placesReaders, "How all places of a hall stand, a letter each", a.Positions.Map, tagged)
	get(s, "/api/admin/hall/{key}/place", placesReaders, "The place at a spot of a hall's map", a.Positions.At)
	get(s, "/api/admin/hall-option", ritual, "What places can be sold for", a.Positions.Options)
	get(s, "/api/admin/position", placesReaders, "Places by their code, or by the words that find their order", a.Positions.Find)
	get(s, "/api/admin/position/{id}", placesReaders, "A place, who has it, and who had it", a.Positions.Get)
	post(s, "/api/admin/position/{id}/usable", ritual, "Take a free place out of use, or back into it", a.Positions.SetUsable, upTo(kB))
	post(s, "/api/admin/position/{id}/label", placesGivers, "Say whether a label hangs there", a.Positions.Label, upTo(kB))
	post(s, "/api/admin/position/{id}/clear", placesGivers, "Say that the label of what is over was taken down", a.Positions.Clear, upTo(kB))
	post(s, "/api/admin/position/{id}/move", ritual, "Give what it is used for another place", a.Positions.Move, upTo(kB))
	get(s, "/api/place", everybody, "Where an option has free places, for who chooses one", a.Positions.Free)
	get(s, "/api/place/{id}", everybody, "What is free of a tower, row by row", a.Positions.FreeOfTower)
	get(s, "/api/lamp", members, "Where the member's own lamps and tablets stand", a.Site.Lamps)
	post(s, "/api/lamp/find", everybody, "Send a link to the lamps of a mobile number", a.Site.FindLamp, upTo(kB))
	get(s, "/api/admin/kiosk", placesReaders, "Tablets that stand in halls", a.Positions.ListKiosks)
	post(s, "/api/admin/kiosk", placesGivers, "Make this browser a kiosk, and log out of it", a.Positions.OpenKiosk, upTo(kB))
	post(s, "/api/admin/kiosk/{id}/close", placesGivers, "Close a kiosk", a.Positions.CloseKiosk, upTo(kB))
	post(s, "/api/kiosk/find", everybody, "Where what was ordered with a number stands, for a tablet of the temple", a.Site.FindAtKiosk, upTo(kB))
	post(s, "/api/admin/position/{id}/put", placesGivers, "Give a free place to what runs and has none", a.Positions.Put, upTo(kB))
	get(s, "/api/admin/placeless", placesReaders, "How many lamps and tablets have no place, by what they were sold as", a.Positions.Placeless)
	get(s, "/api/admin/placeless/{option}", placesReaders, "Lamps and tablets of an option that run and have no place", a.Positions.PlacelessOf)
	get(s, "/api/admin/placeless/{option}/plan", ritual, "Which places they would be given", a.Positions.PlanPlacing)
	post(s, "/api/admin/placeless/{option}", ritual, "Give them the places that were shown", a.Positions.PlaceMany, upTo(32*kB))
	post(s, "/api/admin/placing/{id}/undo", placesGivers, "Take back what an act gave", a.Positions.Unplace, upTo(kB))
}
