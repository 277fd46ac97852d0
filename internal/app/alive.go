package app

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"time"
)

// aliveWait is how long the program may take to answer.
const aliveWait = 3 * time.Second

// alive checks whether the program that serves with these settings answers: a health check for containers, which have
// no shell and no curl.
func alive(ctx context.Context, c invocation) error {
	cfg, err := LoadConfig(c.getenv, false)
	if err != nil {
		return err
	}
	host := cfg.Addr
	if at, err := netip.ParseAddr(host); host == "" || err == nil && at.IsUnspecified() {
		host = "127.0.0.1"
	}
	ctx, end := context.WithTimeout(ctx, aliveWait)
	defer end()
	ask, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+net.JoinHostPort(host, fmt.Sprint(cfg.Port))+"/healthz", nil)
	if err != nil {
		return err
	}
	answer, err := http.DefaultClient.Do(ask)
	if err != nil {
		return fmt.Errorf("it does not answer: %w", err)
	}
	_ = answer.Body.Close()
	if answer.StatusCode != http.StatusOK {
		return fmt.Errorf("it answers %s", answer.Status)
	}
	return nil
}
