//go:build !e2e

package app

import "shanmen/internal/base/clock"

// programClock is the machine's clock. Only the build for browser tests (tag e2e) uses another.
func programClock() clock.Clock { return clock.Real{} }

func (a *App) testClockRoute() {}

// livedIn returns whether a new demonstration gets a history. Browser tests start without one.
func livedIn() bool { return true }
