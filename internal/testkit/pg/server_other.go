//go:build !unix

package pg

import "errors"

// Server is a throw-away PostgreSQL; this platform has none.
type Server struct{ URL string }

// Start fails: on this platform the tests need a server that was started by hand.
func Start() (*Server, error) {
	return nil, errors.New("set TEST_DATABASE_URL to a superuser's postgres:// URL of a server for tests")
}

// Stop has nothing to stop.
func (*Server) Stop() {}
