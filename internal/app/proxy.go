package app

import (
	"sync/atomic"
	"time"

	"shanmen/internal/office/today"
	"shanmen/internal/platform/httpd"
)

// proxyTold is how long a misconfigured proxy is reported after its last request, and how often the log repeats it.
const proxyTold = time.Hour

// proxyFaults are the kinds of misconfiguration, with their messages.
var proxyFaults = [...]struct{ why, words string }{
	{httpd.ProxyUnknown, "X-Forwarded-For comes from a proxy that TRUSTED_PROXIES does not name"},
	{httpd.ProxySilent, "a proxy sends no address in X-Forwarded-For"},
}

// proxyWatch stores when each misconfiguration was last seen.
type proxyWatch [len(proxyFaults)]struct {
	seen, logged atomic.Int64 // Unix time in nanoseconds
}

func (a *App) oneVisitor(why, proxy string) {
	now := a.Clock.Now().UnixNano()
	for i, f := range proxyFaults {
		if f.why != why {
			continue
		}
		w := &a.proxy[i]
		w.seen.Store(now)
		last := w.logged.Load()
		if (last == 0 || now-last >= int64(proxyTold)) && w.logged.CompareAndSwap(last, now) {
			a.Log.Warn(f.words+": all its visitors count as one, and share the limits of one", "proxy", proxy)
		}
	}
}

// proxyFault returns the misconfiguration seen within the last hour and its message, or "".
func (a *App) proxyFault() (why, words string) {
	for i, f := range proxyFaults {
		if seen := a.proxy[i].seen.Load(); seen != 0 && a.Clock.Now().UnixNano()-seen < int64(proxyTold) {
			return f.why, f.words
		}
	}
	return "", ""
}

// machineProxy is present only while there is a problem to fix.
func (a *App) machineProxy() *today.MachinePart {
	if why, _ := a.proxyFault(); why != "" {
		return &today.MachinePart{What: "proxy", State: why, Bad: true}
	}
	return nil
}
