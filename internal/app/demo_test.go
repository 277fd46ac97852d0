package app

import (
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"
)

// A demonstration's staff log in without a second factor for good, so its pages say what it is also
// when somebody starts it without the flag; its outbox, with people's codes, is not there then.
func TestADemonstrationStaysOneWithoutTheFlag(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "data")
	if err := open(t, dir, true).Close(); err != nil {
		t.Fatal(err)
	}
	a := opened(t, dir, false)
	public := httptest.NewServer(a.Handler)
	defer public.Close()
	if _, page := fetch(t, public.URL+"/"); !strings.Contains(page, `"demo":true`) {
		t.Error("the page does not say that it is a demonstration")
	}
	if status, _ := fetch(t, public.URL+"/demo/outbox"); status != http.StatusNotFound {
		t.Errorf("the outbox is served: %d", status)
	}
}
