package app_test

import (
	"go/token"
	"reflect"
	"strings"
	"testing"

	"shanmen/internal/app"
	"shanmen/internal/testkit"
)

// A struct field that nothing sets would be nil when it is first used.
func TestWireSetsEveryService(t *testing.T) {
	t.Parallel()
	a, fields, seen := testkit.New(t, "sqlite"), 0, map[uintptr]bool{}
	var look func(name string, part reflect.Value)
	look = func(name string, part reflect.Value) {
		for f, v := range part.Fields() {
			at := name + "." + f.Name
			if f.IsExported() && v.Kind() > reflect.Complex128 { // 0 and false mean something
				if fields++; v.IsZero() {
					t.Errorf("%s is empty", at)
				}
			}
			if f.IsExported() && v.Kind() == reflect.Pointer && !seen[v.Pointer()] {
				seen[v.Pointer()] = true
				v = v.Elem()
			}
			if v.Kind() == reflect.Struct && strings.HasPrefix(v.Type().PkgPath(), "shanmen/") && v.Type() != reflect.TypeFor[app.Config]() &&
				(f.Anonymous || token.IsExported(v.Type().Name())) { // such as httpd.Config
				look(at, v)
			}
		}
	}
	look("app", reflect.ValueOf(a.App).Elem())
	if fields < 239 {
		t.Errorf("only %d fields were looked at", fields)
	}
}
