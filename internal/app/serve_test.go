package app_test

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"shanmen/internal/app"
	"shanmen/internal/base/clock"
	"shanmen/internal/offer/offering"
	"shanmen/internal/platform/db"
	"shanmen/internal/testkit"
)

// On the stop signal, requests in progress are answered, and everything acknowledged is stored.
func TestStopFinishesRequestsInFlight(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	cfg, err := app.LoadConfig(func(name string) string {
		return map[string]string{"DATA_DIR": dir, "BASE_URL": "http://temple.example"}[name]
	}, true)
	if err != nil {
		t.Fatal(err)
	}
	a, err := app.New(t.Context(), cfg, app.Options{Clock: clock.NewFake(testkit.Start), Log: slog.New(slog.DiscardHandler), LightPasswords: true})
	if err != nil {
		t.Fatal(err)
	}
	option, err := offering.FindOption(t.Context(), a.DB.Read(), "lamp-oil", "bottle")
	if err != nil {
		t.Fatal(err)
	}
	facts, err := offering.Price(t.Context(), a.DB.Read(), testkit.Start, option)
	if err != nil {
		t.Fatal(err)
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	served := make(chan error, 1)
	go func() { served <- a.Serve(ctx, l) }()

	body := fmt.Sprintf(`{"currency":"SGD","items":[{"offeringId":%q,"optionId":%q,"quantity":1}]}`, facts.OfferingID, option)
	conn, err := net.Dial("tcp", l.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	// "100 Continue" is sent when the handler begins to read its body: from then on the request is in progress.
	fmt.Fprintf(conn, "POST /api/cart HTTP/1.1\r\nHost: temple.example\r\nContent-Type: application/json\r\nContent-Length: %d\r\nExpect: 100-continue\r\n\r\n", len(body))
	in := bufio.NewReader(conn)
	if line, err := in.ReadString('\n'); err != nil || !strings.Contains(line, "100 Continue") {
		t.Fatalf("%q, %v", line, err)
	}
	if _, err := in.ReadString('\n'); err != nil {
		t.Fatal(err)
	}
	if _, err := io.WriteString(conn, body[:20]); err != nil {
		t.Fatal(err)
	}
	stop()
	for deadline := time.Now().Add(10 * time.Second); ; {
		c, err := net.Dial("tcp", l.Addr().String())
		if err != nil {
			break // new visitors are refused
		}
		_ = c.Close()
		if time.Now().After(deadline) {
			t.Fatal("the listener stays open after the signal")
		}
	}
	select {
	case err := <-served:
		t.Fatalf("stopped with a request in flight: %v", err)
	default:
	}
	if _, err := io.WriteString(conn, body[20:]); err != nil {
		t.Fatal(err)
	}
	res, err := http.ReadResponse(in, nil)
	if err != nil {
		t.Fatal(err)
	}
	said, err := io.ReadAll(res.Body)
	_ = res.Body.Close()
	if err != nil || res.StatusCode != 200 || !strings.Contains(string(said), option) {
		t.Errorf("the request in flight: %d %s, %v", res.StatusCode, said, err)
	}
	if err := <-served; err != nil {
		t.Errorf("stopped with %v", err)
	}
	d, err := db.Open(t.Context(), "sqlite:"+filepath.Join(dir, "shanmen.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	var items int
	if err := d.SQL().QueryRowContext(t.Context(), `SELECT count(*) FROM cart_items WHERE option_id = $1`, option).Scan(&items); err != nil || items != 1 {
		t.Errorf("%d items kept, %v", items, err)
	}
}
