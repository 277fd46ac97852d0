package db

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
)

// fillFunds sets the fund of items ordered before that column existed (00480). answer is the engine's expression to
// read it from the answers.
func fillFunds(ctx context.Context, tx *sql.Tx, answer string) error {
	rows, err := tx.QueryContext(ctx, `SELECT key, version, definition FROM forms`)
	if err != nil {
		return err
	}
	defer rows.Close()
	type fund struct {
		form    string
		version int64
		option  string
	}
	var funds []fund
	for rows.Next() {
		var f fund
		var raw string
		if err := rows.Scan(&f.form, &f.version, &raw); err != nil {
			return err
		}
		var definition struct {
			Fields []struct {
				Key, Type string
				Options   []struct{ Key string }
			}
		}
		if err := json.Unmarshal([]byte(raw), &definition); err != nil {
			return fmt.Errorf("form %s %d: %w", f.form, f.version, err)
		}
		for _, field := range definition.Fields {
			if field.Key == "fund" && field.Type == "choice" {
				for _, o := range field.Options {
					f.option = o.Key
					funds = append(funds, f)
				}
			}
		}
	}
	if err := rows.Err(); err != nil {
		return err
	}
	for _, f := range funds {
		_, err := tx.ExecContext(ctx, `UPDATE invoice_items SET fund = $1 WHERE form_key = $2 AND form_version = $3
			AND CASE form WHEN '' THEN '' ELSE COALESCE(`+answer+`, '') END = $1`, f.option, f.form, f.version)
		if err != nil {
			return err
		}
	}
	return nil
}
