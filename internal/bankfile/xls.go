package bankfile

import "shanmen/internal/fault"

func xlsRows([]byte) ([][]string, error)  { return nil, fault.Invalid("statement-unreadable") }
func xlsxRows([]byte) ([][]string, error) { return nil, fault.Invalid("statement-unreadable") }
