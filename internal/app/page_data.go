package app

import (
	"fmt"
	"reflect"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"shanmen/internal/offer/content"
	"shanmen/internal/offer/event"
	"shanmen/internal/offer/family"
	"shanmen/internal/offer/offering"
	"shanmen/internal/office/personal"
	"shanmen/internal/people/account"
	"shanmen/internal/people/account/factor"
	"shanmen/internal/people/member"
	"shanmen/internal/platform/httpd"
	"shanmen/internal/rites/wall"
	"shanmen/internal/sales/cart"
	"shanmen/internal/sales/checkout"
	"shanmen/internal/sales/invoice"
	"shanmen/internal/sales/subscription"
	"shanmen/internal/site"
)

// pageData has the type of each page's data by page id; the browser's types are generated from it (`make generate`). A
// page that needs only its messages is not listed. TestPageDataTypesMatchTheirRoutes compares it with what the pages
// answer.
var pageData = map[string]reflect.Type{
	"home":                            reflect.TypeFor[site.HomeData](),
	"about-us-key":                    reflect.TypeFor[content.AboutUs](),
	"misc-faq":                        reflect.TypeFor[content.FAQ](),
	"misc-privacy-policy":             reflect.TypeFor[content.Page](),
	"misc-service-policy":             reflect.TypeFor[content.Page](),
	"misc-term-and-condition":         reflect.TypeFor[content.Page](),
	"blessing-service":                reflect.TypeFor[offering.ListPage](),
	"blessing-service-key":            reflect.TypeFor[offering.Detail](),
	"event":                           reflect.TypeFor[event.Calendar](),
	"event-key":                       reflect.TypeFor[event.Detail](),
	"merit-wall":                      reflect.TypeFor[wall.Page](),
	"contact-us":                      reflect.TypeFor[site.ContactData](),
	"find-my-lamp-places":             reflect.TypeFor[site.FoundLampsData](),
	"order":                           reflect.TypeFor[site.OrderData](),
	"kiosk":                           reflect.TypeFor[site.KioskData](),
	"cart":                            reflect.TypeFor[cart.View](),
	"cart-checkout":                   reflect.TypeFor[cart.View](),
	"transaction-status":              reflect.TypeFor[invoice.View](),
	"member-login":                    reflect.TypeFor[site.RegistrationData](),
	"member-registration":             reflect.TypeFor[site.RegistrationData](),
	"member-reset-email":              reflect.TypeFor[account.AddressTicket](),
	"member-confirm":                  reflect.TypeFor[account.AddressTicket](),
	"member-undo-email":               reflect.TypeFor[account.AddressTicket](),
	"member-second-factor":            reflect.TypeFor[factor.State](),
	"member-profile":                  reflect.TypeFor[member.Profile](),
	"member-profile-security":         reflect.TypeFor[account.Security](),
	"member-profile-invoices":         reflect.TypeFor[site.InvoicesData](),
	"member-profile-invoices-id":      reflect.TypeFor[invoice.View](),
	"member-profile-family":           reflect.TypeFor[family.Page](),
	"member-profile-data":             reflect.TypeFor[personal.Overview](),
	"member-profile-lamps":            reflect.TypeFor[site.LampsData](),
	"member-profile-subscriptions":    reflect.TypeFor[subscription.List](),
	"member-profile-subscriptions-id": reflect.TypeFor[subscription.Detail](),
	"member-renewal":                  reflect.TypeFor[checkout.RenewalView](),
}

// Contract is the OpenAPI description including page data, and the schema of each page's data by page id.
func (a *App) Contract() (*huma.OpenAPI, map[string]*huma.Schema) {
	api := a.HTTP.OpenAPI()
	schemas := api.Components.Schemas
	pages := map[string]*huma.Schema{}
	for id, t := range pageData {
		pages[id] = schemas.Schema(t, true, "")
	}
	for name, s := range schemas.Map() {
		if t := schemas.TypeFromRef("#/components/schemas/" + name); t != nil {
			allowNull(t, s)
		}
	}
	return api, pages
}

// allowNull marks fields with the tag null:"true" as nullable. huma's own tag works only for plain values.
func allowNull(t reflect.Type, s *huma.Schema) {
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	if t.Kind() != reflect.Struct {
		return
	}
	for _, f := range reflect.VisibleFields(t) {
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		if p := s.Properties[name]; p != nil && f.Tag.Get("null") == "true" && p.AnyOf == nil {
			s.Properties[name] = &huma.Schema{AnyOf: []*huma.Schema{p, {Type: "null"}}, Description: p.Description}
		}
	}
}

// pageDataTS writes the TypeScript types of page data for web/src/site/router/routes.gen.ts.
func pageDataTS(pages []httpd.PageSpec, data map[string]*huma.Schema) string {
	var b strings.Builder
	b.WriteString("\n/** What the payload of each page holds. */\nexport type PageData = {\n")
	for _, p := range pages {
		if s := data[p.ID]; s != nil {
			fmt.Fprintf(&b, "  '%s': components['schemas']['%s']\n", p.ID, s.Ref[strings.LastIndex(s.Ref, "/")+1:])
		}
	}
	b.WriteString("}\n")
	return b.String()
}
