package app

import (
	"sync/atomic"
	"time"

	"shanmen/internal/office"
)

// proxyTold is how long a proxy that is not trusted is told of, and how often the log says so.
const proxyTold = time.Hour

// proxyWatch remembers that a proxy which TRUSTED_PROXIES does not name brings visitors. To every limit they are one.
type proxyWatch struct {
	seen, logged atomic.Int64 // nanoseconds
}

func (a *App) distrusted(neighbour string) {
	now := a.Clock.Now().UnixNano()
	a.proxy.seen.Store(now)
	last := a.proxy.logged.Load()
	if (last == 0 || now-last >= int64(proxyTold)) && a.proxy.logged.CompareAndSwap(last, now) {
		a.Log.Warn("X-Forwarded-For comes from a proxy that TRUSTED_PROXIES does not name: all its visitors count as one, and share the limits of one", "proxy", neighbour)
	}
}

// proxyUnknown tells whether such a proxy brought somebody within the last hour.
func (a *App) proxyUnknown() bool {
	seen := a.proxy.seen.Load()
	return seen != 0 && a.Clock.Now().UnixNano()-seen < int64(proxyTold)
}

// machineProxy is told only while there is something to mend.
func (a *App) machineProxy() *office.MachinePart {
	if !a.proxyUnknown() {
		return nil
	}
	return &office.MachinePart{What: "proxy", State: "unknown", Bad: true}
}
