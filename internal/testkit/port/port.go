// Package port finds TCP ports for programs that tests start.
package port

import (
	"errors"
	"io"
	"math/rand/v2"
	"net"
	"strconv"
)

// Ports are taken below the range from which systems choose one themselves (32768 on Linux, 49152 elsewhere): such a
// port could belong to another test's server before the program listens, and that server would answer in its place.
// Browsers refuse 10080 (https://fetch.spec.whatwg.org/#port-blocking).
const lowest, pairs, attempts = 11000, 2500, 100

// Reserve finds a free port of 127.0.0.1. Until the caller closes it, no other caller gets the same one, in any process:
// the odd port above is listened on meanwhile. scripts/port.mjs does the same.
func Reserve() (int, io.Closer, error) {
	var err error
	for range attempts {
		n := lowest + 2*rand.IntN(pairs)
		var reserved, probe net.Listener
		if reserved, err = listen(n + 1); err != nil {
			continue
		}
		if probe, err = listen(n); err == nil {
			return n, reserved, probe.Close()
		}
		err = errors.Join(err, reserved.Close())
	}
	return 0, nil, err
}

func listen(n int) (net.Listener, error) {
	return net.Listen("tcp", net.JoinHostPort("127.0.0.1", strconv.Itoa(n)))
}
