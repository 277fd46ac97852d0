package app

import (
	"sync/atomic"
	"time"

	"shanmen/internal/office/today"
	"shanmen/internal/platform/httpd"
)

// proxyTold is how long a proxy is told of whose visitors are one to every limit, and how often the log says so.
const proxyTold = time.Hour

// proxyFaults are the reasons, with what is said of each.
var proxyFaults = [...]struct{ why, words string }{
	{httpd.ProxyUnknown, "X-Forwarded-For comes from a proxy that TRUSTED_PROXIES does not name"},
	{httpd.ProxySilent, "a proxy sends no address in X-Forwarded-For"},
}

// proxyWatch remembers, of each fault, when a proxy last had it.
type proxyWatch [len(proxyFaults)]struct {
	seen, logged atomic.Int64 // nanoseconds
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

// proxyFault is what a proxy lacked that brought somebody within the last hour, and the words for it; "" for nothing.
func (a *App) proxyFault() (why, words string) {
	for i, f := range proxyFaults {
		if seen := a.proxy[i].seen.Load(); seen != 0 && a.Clock.Now().UnixNano()-seen < int64(proxyTold) {
			return f.why, f.words
		}
	}
	return "", ""
}

// machineProxy is told only while there is something to mend.
func (a *App) machineProxy() *today.MachinePart {
	if why, _ := a.proxyFault(); why != "" {
		return &today.MachinePart{What: "proxy", State: why, Bad: true}
	}
	return nil
}
