//go:build !e2e

package app

import "shanmen/internal/base/clock"

// programClock is the machine's clock. Only the build for browser tests (tag e2e) has another.
func programClock() clock.Clock { return clock.Real{} }

func (a *App) testClockRoute() {}

// livedIn tells whether a new demonstration is lived in. Browser tests begin with an empty one.
func livedIn() bool { return true }
