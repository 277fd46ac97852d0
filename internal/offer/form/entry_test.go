package form_test

import (
	"context"
	"encoding/json"
	"errors"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"shanmen/internal/base/fault"
	"shanmen/internal/base/locale"
	"shanmen/internal/offer/form"
	"shanmen/internal/platform/db"
	"shanmen/internal/testkit/template"
)

const tablet = `{"key":"tablet","version":1,"fields":[
 {"key":"departed","type":"people","takes":"departed","required":true,"label":{"en":"Departed","zh":"往生者"},"fields":[
  {"key":"chineseName","type":"chineseName","label":{"en":"Chinese name","zh":"中文姓名"}},
  {"key":"name","type":"name","label":{"en":"English name","zh":"英文姓名"}},
  {"key":"born","type":"birthDate","label":{"en":"Born","zh":"生于"}}]},
 {"key":"hall","type":"choice","label":{"en":"Hall","zh":"殿堂"},"options":[{"key":"east","label":{"en":"East hall","zh":"东殿"}}]},
 {"key":"keep","type":"consent","label":{"en":"Keep my list","zh":"保存名单"}}]}`

const entry = `{"departed":[{"chineseName":"陈𠮷䶮","name":"Tan Kit Yan","born":{"calendar":"lunar","year":1931,"month":6,"day":3}},
 {"name":" Lee ","born":{"calendar":"solar","year":1940,"month":1,"day":2}}],"hall":"east","keep":true}`

func TestNamesAreReadFromAFormEntry(t *testing.T) {
	d, err := form.Parse([]byte(tablet))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"陈𠮷䶮 Tan Kit Yan", " Lee "}, form.Names(d, json.RawMessage(entry))); diff != "" {
		t.Error(diff)
	}
	for _, raw := range []string{``, `null`, `[]`, `{"departed":5}`, `{"departed":[null,7]}`} {
		if got := form.Names(d, json.RawMessage(raw)); len(got) != 0 {
			t.Errorf("Names(%s) = %v", raw, got)
		}
	}
}

func TestAFormEntryIsListedAsLines(t *testing.T) {
	d, _ := form.Parse([]byte(tablet))
	want := []form.Line{
		{"departed[0].chineseName", "往生者", 1, "中文姓名", "陈𠮷䶮"},
		{"departed[0].name", "往生者", 1, "英文姓名", "Tan Kit Yan"},
		{"departed[0].born", "往生者", 1, "生于", "农历1931年六月初三"},
		{"departed[1].name", "往生者", 2, "英文姓名", " Lee "},
		{"departed[1].born", "往生者", 2, "生于", "1940年1月2日"},
		{"hall", "", 0, "殿堂", "东殿"},
		{"keep", "", 0, "保存名单", "✓"},
	}
	if diff := cmp.Diff(want, form.Lines(d, json.RawMessage(entry), locale.ZH)); diff != "" {
		t.Error(diff)
	}
	if got := form.Lines(d, json.RawMessage(entry), locale.EN); got[4].Value != "2 Jan 1940" || got[2].Value != "1931 lunar 六月初三" {
		t.Errorf("English dates: %+v", got)
	}
}

func TestFormVersionsAreKept(t *testing.T) {
	ctx := context.Background()
	d, err := db.Open(ctx, template.Tables.URL(t, "sqlite", t.TempDir()))
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	one, _ := form.Parse([]byte(tablet))
	two := one
	two.Version = 2
	put := func(x form.Definition) error {
		return d.Write(ctx, func(ctx context.Context, tx *db.Tx) error { return form.Put(ctx, tx, x, time.Now()) })
	}
	if err := errors.Join(put(one), put(two)); err != nil {
		t.Fatal(err)
	}
	if err := put(two); !db.IsUnique(err) {
		t.Errorf("a version was written twice: %v", err)
	}
	if got, err := form.Latest(ctx, d.Read(), "tablet"); err != nil || got.Version != 2 {
		t.Errorf("Latest = %v %v", got.Version, err)
	}
	if got, err := form.Load(ctx, d.Read(), "tablet", 1); err != nil || cmp.Diff(one, got) != "" {
		t.Errorf("Load = %v %v", err, cmp.Diff(one, got))
	}
	if _, err := form.Load(ctx, d.Read(), "tablet", 3); !errors.Is(err, fault.NotFound()) {
		t.Errorf("a version that is not there: %v", err)
	}
	if n, err := form.LatestVersion(ctx, d.Read(), "nothing"); err != nil || n != 0 {
		t.Errorf("LatestVersion = %d %v", n, err)
	}
}
