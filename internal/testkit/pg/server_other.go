//go:build !unix

package pg

import "errors"

// Server is a temporary PostgreSQL; not supported on this platform.
type Server struct{ URL string }

// Start fails: on this platform start a server by hand.
func Start() (*Server, error) {
	return nil, errors.New("set TEST_DATABASE_URL to a superuser's postgres:// URL of a server for tests")
}

// Stop does nothing.
func (*Server) Stop() {}
