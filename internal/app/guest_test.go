package app_test

import (
	"fmt"
	"testing"
	"time"

	"shanmen/internal/testkit"
)

// A client that discards the cookie gets a new session and cart with each call: so many per hour, and so many in total,
// per network address.
func TestGuestCartsAreLimitedPerAddress(t *testing.T) {
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		item := a.Item(t, "lamp-oil", "bottle")
		from := func(address string) *testkit.Response {
			c := a.Guest()
			c.Header.Set("X-Forwarded-For", address)
			return c.Fill(item)
		}
		guests := func() int64 {
			return a.Count(t, "SELECT count(*) FROM sessions WHERE user_id IS NULL AND origin = '20010db800010002'")
		}
		const network = "2001:db8:1:2::%d" // one household, whatever the rest of the address is
		from(fmt.Sprintf(network, 1)).Want(200)
		a.Exec(t, "UPDATE throttles SET hits = 600 WHERE key = 'guest 2001:db8:1:2::/64'")
		if r := from(fmt.Sprintf(network, 2)); r.Status != 400 || r.Code() != "too-many-guests" {
			t.Errorf("one too many in the hour: %d %s", r.Status, r.Body)
		}
		from("2001:db8:1:3::1").Want(200) // the neighbours
		if n := guests(); n != 1 {
			t.Errorf("%d guests", n)
		}

		a.Clock.Advance(2 * time.Hour)
		for i := range 1499 {
			a.Exec(t, "INSERT INTO sessions (id, token_hash, created_at, last_used_at, expires_at, idle_ms, origin) VALUES ($1, $1, $2, $2, 4000000000000, 0, '20010db800010002')",
				fmt.Sprint("guest-", i), a.Clock.Now().UnixMilli())
		}
		if r := from(fmt.Sprintf(network, 3)); r.Status != 400 || r.Code() != "too-many-guests" {
			t.Errorf("too many in all, each of them here today: %d %s", r.Status, r.Body)
		}
		carts := a.Count(t, "SELECT count(*) FROM carts")
		a.Clock.Advance(23 * time.Hour) // the first was last seen over a day ago, the others were not
		from(fmt.Sprintf(network, 4)).Want(200)
		if n, m := guests(), a.Count(t, "SELECT count(*) FROM carts"); n != 1500 || m != carts {
			t.Errorf("%d guests, and %d carts where %d were", n, m, carts)
		}

		a.Clock.Advance(25 * time.Hour)
		a.MustSweep(t)
		if n := guests(); n != 1 { // the one with a cart
			t.Errorf("%d guests are kept after a day", n)
		}
	})
}

// A 48-bit network contains 65,536 networks of 64 bits: guests are counted by the wider networks too.
func TestGuestCartsAreLimitedPerWideNetwork(t *testing.T) {
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		item := a.Item(t, "lamp-oil", "bottle")
		from := func(address string) *testkit.Response {
			c := a.Guest()
			c.Header.Set("X-Forwarded-For", address)
			return c.Fill(item)
		}
		guests := func(n int, network string) {
			t.Helper()
			for i := range n {
				a.Exec(t, "INSERT INTO sessions (id, token_hash, created_at, last_used_at, expires_at, idle_ms, origin) VALUES ($1, $1, $2, $2, 4000000000000, 0, $3)",
					fmt.Sprint(network, i), a.Clock.Now().UnixMilli(), fmt.Sprintf(network, i%256))
			}
		}
		for i := range 3 {
			from(fmt.Sprintf("2001:db8:1:%x::1", i<<8)).Want(200)
		}
		if n := a.Count(t, "SELECT hits FROM throttles WHERE key = 'guest 2001:db8:1::/48'"); n != 3 {
			t.Errorf("%d guests are counted of the network of 48 bits", n)
		}
		a.Exec(t, "UPDATE throttles SET hits = 2400 WHERE key = 'guest 2001:db8:1::/48'")
		if r := from("2001:db8:1:7777::1"); r.Status != 400 || r.Code() != "too-many-guests" {
			t.Errorf("one too many in the hour: %d %s", r.Status, r.Body)
		}
		from("2001:db8:2:7777::1").Want(200) // the next 48-bit network

		a.Clock.Advance(2 * time.Hour)
		guests(2999, "20010db8000311%02x") // from 256 networks within one of 56 bits
		from("2001:db8:3:11ff::1").Want(200)
		if r := from("2001:db8:3:1180::1"); r.Status != 400 || r.Code() != "too-many-guests" {
			t.Errorf("one too many of 56 bits: %d %s", r.Status, r.Body)
		}
		from("2001:db8:3:1280::1").Want(200)
		guests(2999, "20010db80003a9%02x")
		if r := from("2001:db8:3:ffff::1"); r.Status != 400 || r.Code() != "too-many-guests" {
			t.Errorf("one too many of 48 bits: %d %s", r.Status, r.Body)
		}
		from("2001:db8:4:ffff::1").Want(200)
	})
}
