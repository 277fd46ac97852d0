// Package print is the print room: the temple's layouts of tablets, labels and petitions.
package print

import (
	"shanmen/internal/clock"
	"shanmen/internal/db"
)

// Service is the print room.
type Service struct {
	DB    *db.DB
	Clock clock.Clock
}
