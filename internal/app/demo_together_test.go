package app

import (
	"testing"
	"time"

	"shanmen/internal/base/clock"
	"shanmen/internal/platform/db"
	"shanmen/internal/testkit/template"
)

// Replicas that start at the same time on an empty database create one demonstration in total, and all of them start.
func TestReplicasThatStartTogetherSeedOneDemonstration(t *testing.T) {
	t.Parallel()
	template.Tables.Each(t, func(t *testing.T, url string) {
		const replicas = 3
		clk := clock.NewFake(time.Date(2026, 11, 23, 9, 0, 0, 0, singapore))
		var opened [replicas]*db.DB
		for i := range opened {
			d, err := db.Open(t.Context(), url)
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { _ = d.Close() })
			opened[i] = d
		}
		made := make(chan demoPeople, replicas)
		for _, d := range opened {
			go func() {
				people, err := SeedDemo(t.Context(), d, clk, true)
				if err != nil {
					t.Error(err)
				}
				made <- people
			}()
		}
		first := 0
		for range replicas {
			if p := <-made; p != nil {
				first++
			}
		}
		users, err := opened[0].Read().HasUsers(t.Context())
		if err != nil || users == 0 || first != 1 {
			t.Errorf("%d replicas made a demonstration, %d: %v", first, users, err)
		}
	})
}
