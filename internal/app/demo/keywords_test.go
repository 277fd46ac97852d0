package demo_test

import (
	"slices"
	"testing"

	"shanmen/internal/base/locale"
	"shanmen/internal/offer/offering"
)

// Words that visitors may type instead of an offering's name find it, in both languages.
func TestSearchFindsOfferingsByTheirPurpose(t *testing.T) {
	d, clk := seeded(t, demoDay())
	s := &offering.Service{DB: d, Clock: clk}
	for search, want := range map[string][]string{
		"donation": {"donation", "sangha-meal", "lamp-oil"},
		"donate":   {"donation", "sangha-meal", "lamp-oil"},
		"捐":        {"donation", "sangha-meal", "lamp-oil"},
		"juankuan": {"donation"},
		"超度":       {"memorial", "winter-solstice", "ullambana", "permanent-tablet"},
		"chaodu":   {"memorial", "ullambana"},
		"考试":       {"wisdom-lamp"},
		"exam":     {"wisdom-lamp"},
		"犯太岁":      {"tai-sui"},
	} {
		for _, l := range locale.All {
			c, err := s.Catalogue(ctx, l, offering.Filter{Search: search})
			if err != nil {
				t.Fatal(err)
			}
			var found []string
			for _, card := range c.Cards {
				found = append(found, card.Key)
			}
			for _, key := range want {
				if !slices.Contains(found, key) {
					t.Errorf("%s in %s finds %v, not %s", search, l, found, key)
				}
			}
			if len(found) > 8 {
				t.Errorf("%s in %s finds nearly everything: %v", search, l, found)
			}
		}
	}
}

// No two offerings share a picture: on a phone the picture distinguishes them.
func TestEachOfferingHasItsOwnPicture(t *testing.T) {
	d, clk := seeded(t, demoDay())
	s := &offering.Service{DB: d, Clock: clk}
	c, err := s.Catalogue(ctx, locale.EN, offering.Filter{})
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]string{}
	for _, card := range c.Cards {
		if other, ok := seen[card.Art]; ok {
			t.Errorf("%s and %s both show %s", other, card.Key, card.Art)
		}
		seen[card.Art] = card.Key
	}
}
