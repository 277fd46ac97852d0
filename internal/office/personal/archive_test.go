package personal_test

import (
	"archive/zip"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"shanmen/internal/base/clock"
	"shanmen/internal/office/personal"
	"shanmen/internal/platform/media"
	"shanmen/internal/testkit"
)

// owned returns the condition for rows about member $1 in a table. Every table must be here or in impersonal, so that
// nobody forgets to decide about a new one.
var owned = map[string]string{
	"users":               "id = $1",
	"user_roles":          "user_id = $1",
	"consents":            "user_id = $1",
	"members":             "user_id = $1",
	"member_notes":        "user_id = $1",
	"family_people":       "user_id = $1",
	"sessions":            "user_id = $1",
	"known_devices":       "user_id = $1",
	"otp_states":          "user_id = $1",
	"tickets":             "user_id = $1",
	"passkeys":            "user_id = $1",
	"passkey_ceremonies":  "user_id = $1",
	"totp_secrets":        "user_id = $1",
	"recovery_codes":      "user_id = $1",
	"idempotency_keys":    "scope = $1",
	"form_entries":        "user_id = $1",
	"entry_messages":      "entry_id IN (SELECT id FROM form_entries WHERE user_id = $1)",
	"carts":               "user_id = $1",
	"cart_items":          "cart_id IN (SELECT id FROM carts WHERE user_id = $1)",
	"holds":               "user_id = $1",
	"hold_items":          "hold_id IN (SELECT id FROM holds WHERE user_id = $1)",
	"invoices":            "user_id = $1",
	"invoice_items":       "invoice_id IN (SELECT id FROM invoices WHERE user_id = $1)",
	"invoice_events":      "invoice_id IN (SELECT id FROM invoices WHERE user_id = $1)",
	"payments":            "invoice_id IN (SELECT id FROM invoices WHERE user_id = $1)",
	"refunds":             "invoice_id IN (SELECT id FROM invoices WHERE user_id = $1)",
	"official_receipts":   "invoice_id IN (SELECT id FROM invoices WHERE user_id = $1)",
	"uploads":             "user_id = $1",
	"upload_images":       "upload_id IN (SELECT id FROM uploads WHERE user_id = $1)",
	"unclaimed_transfers": "user_id = $1",
	"subscriptions":       "user_id = $1",
	"subscription_terms":  "subscription_id IN (SELECT id FROM subscriptions WHERE user_id = $1)",
	"search_terms":        "subject IN (SELECT id FROM invoices WHERE user_id = $1) OR subject = $1",
	"throttles":           "key LIKE '%' || $1 || '%'",
	"outbox":              "args LIKE '%moi.goh%' AND $1 <> ''",
	"audit_entries":       "actor_id = $1",
	"shifts":              "user_id = $1",
	"position_uses":       "invoice_id IN (SELECT id FROM invoices WHERE user_id = $1)",
	"imported_people":     "user_id = $1",
	"imported_lamps":      "user_id = $1",
	"past_orders":         "user_id = $1",
	"ceremony_entries":    "invoice_id IN (SELECT id FROM invoices WHERE user_id = $1)",
	"wall_names":          "invoice_id IN (SELECT id FROM invoices WHERE user_id = $1)",
	"entry_signs":         "entry_id IN (SELECT e.id FROM ceremony_entries e JOIN invoices v ON v.id = e.invoice_id WHERE v.user_id = $1)",
	"entry_corrections":   "entry_id IN (SELECT e.id FROM ceremony_entries e JOIN invoices v ON v.id = e.invoice_id WHERE v.user_id = $1)",
}

// impersonal tables hold the temple's own data.
var impersonal = []string{
	"settings", "content_changes", "policy_versions", "content_pages", "message_edits", "message_drafts", "message_versions", "redirects", "events", "event_rules", "event_dates", "banners", "categories", "forms", "offerings", "offering_options", "option_prices", "answer_texts", "pictures", "picture_files", "picture_turn", "layouts", "tai_sui_years", "merit_walls", "number_series", "tax_spans", "database_identity", "file_store", "replicas",
	"halls", "towers", "positions", "kiosks",
	"records", "drafts", "versions", "schedules", "presence", "refs", "looks", // who of the office wrote which of the temple's texts
	"print_runs", "print_pieces", // which documents were printed when, by whom; the names are in the entries
	"ceremonies", "ceremony_sittings", "ceremony_sources", "done_marks", // what the temple performs, and who of the office marked it
	"imports", "import_keys", "import_layouts", "import_turn", // which lists the temple imported, and which of their rows
	"import_rows",                          // the temple's own list, kept for a month, of people without accounts
	"refund_approvals", "refund_transfers", // who of the office approved and transferred which refund
	"pay_requests", "provider_payments", "provider_refunds", // what a payment provider says about orders, without names
	"address_days",                                                                             // addresses of this site, without any data about visitors
	"bank_statements", "bank_lines", "bank_matches", "bank_rules", "bank_layouts", "bank_turn", // what the temple's bank says about its account
	"closed_months", "journal_lines", "account_codes", "month_turn", "adjustments", "adjustment_items", "takings_days", // the temple's accounts; the payments that they count are the member's
}

// leftOut lists what the archive does not contain, and why. "table.*" is a whole table.
var leftOut = map[string]string{
	"user_roles.*":         "of staff; the account's roles stand in account.json",
	"otp_states.*":         "a code on its way, for minutes",
	"tickets.*":            "what stands behind a link in a letter, for days",
	"passkey_ceremonies.*": "a question to the device, for minutes",
	"totp_secrets.*":       "a secret",
	"recovery_codes.*":     "secrets",
	"idempotency_keys.*":   "a copy of the last answers, for a day",
	"hold_items.*":         "a copy of the cart's items, for an hour",
	"throttles.*":          "counters, for a day at most",
	"outbox.*":             "letters on their way",
	"audit_entries.*":      "the temple's own record of who did what",
	"shifts.*":             "of staff: the temple's own record of its cash",
	"search_terms.*":       "words of the account and its orders again, in the form that the office's search reads",

	"position_uses.id":           "links rows",
	"position_uses.position_id":  "its code is there",
	"position_uses.placing_id":   "links rows",
	"position_uses.hold_id":      "links rows",
	"position_uses.cart_item_id": "links rows",
	"position_uses.copy":         "how the program counts",
	"position_uses.created_at":   "how the program counts",

	"imported_people.import_id":         "which of the temple's lists",
	"imported_people.user_id":           "the account's own number",
	"imported_people.claimed_at":        "how the program counts",
	"imported_lamps.import_id":          "which of the temple's lists",
	"imported_lamps.user_id":            "the account's own number",
	"imported_lamps.claimed_at":         "how the program counts",
	"imported_lamps.option_id":          "of the catalogue; its title is there",
	"past_orders.import_id":             "which of the temple's lists",
	"past_orders.user_id":               "the account's own number",
	"users.email_key":                   "the address in small letters",
	"consents.id":                       "links rows",
	"subscriptions.option_id":           "of the catalogue; its title is there",
	"users.password_hash":               "a secret",
	"known_devices.token_hash":          "a secret",
	"known_devices.user_id":             "the account's own number",
	"sessions.token_hash":               "a secret",
	"sessions.user_id":                  "the account's own number",
	"sessions.idle_ms":                  "how the program counts",
	"sessions.paid_cart_id":             "how the program counts",
	"sessions.paid_at":                  "how the program counts",
	"sessions.export_until":             "how the program counts",
	"sessions.user_agent":               "there",
	"passkeys.credential_id":            "of the device",
	"passkeys.user_handle":              "of the device",
	"passkeys.public_key":               "of the device",
	"passkeys.sign_count":               "of the device",
	"form_entries.search":               "the answers again, in small letters",
	"form_entries.state":                "where the office stands with it",
	"form_entries.assignee_id":          "who of the office looks after it",
	"form_entries.claimed_by":           "who of the office had it open",
	"form_entries.claimed_until":        "who of the office had it open",
	"form_entries.rev":                  "how the program counts",
	"form_entries.suspect":              "how the program sorts",
	"form_entries.likeness":             "the answers again, as a hash",
	"member_notes.id":                   "links rows",
	"member_notes.written_by":           "who of the office",
	"entry_messages.entry_id":           "links rows",
	"entry_messages.kind":               "answers are there; a note is the temple's own",
	"entry_messages.by_id":              "of staff",
	"entry_messages.was_state":          "how the program counts",
	"entry_messages.was_assignee_id":    "of staff",
	"entry_messages.was_last_at":        "how the program counts",
	"carts.session_id":                  "a guest's",
	"carts.upload_id":                   "links rows",
	"carts.method":                      "which button was pressed last",
	"carts.qr_shown_total":              "how the program counts",
	"cart_items.cart_id":                "links rows",
	"cart_items.option_id":              "of the catalogue; its title is there",
	"cart_items.offering_id":            "of the catalogue; its title is there",
	"cart_items.price_before":           "of the catalogue",
	"cart_items.amount_given":           "the price, where it is open",
	"cart_items.form_key":               "of the catalogue",
	"cart_items.form_version":           "of the catalogue",
	"cart_items.created_at":             "the order of the lines",
	"holds.id":                          "links rows",
	"holds.cart_id":                     "links rows",
	"holds.image_token":                 "a secret",
	"holds.total":                       "stands in the text of the QR code",
	"holds.created_at":                  "for an hour",
	"holds.qr_expires_at":               "for an hour",
	"holds.expires_at":                  "for an hour",
	"invoices.origin":                   "how the program counts",
	"invoices.origin_id":                "links rows",
	"invoices.updated_at":               "the timeline has it",
	"invoices.stands_until":             "how the program counts",
	"invoice_items.invoice_id":          "links rows",
	"invoice_items.position":            "the order of the lines",
	"invoice_items.option_id":           "of the catalogue; its title is there",
	"invoice_items.title_en":            "in the invoice's language; the PDF has it",
	"invoice_items.option_title_en":     "in the invoice's language; the PDF has it",
	"invoice_items.limited":             "how the program counts",
	"invoice_items.placed":              "how the program counts",
	"invoice_events.id":                 "links rows",
	"invoice_events.invoice_id":         "links rows",
	"invoice_events.actor_id":           "who of the office",
	"payments.invoice_id":               "links rows",
	"payments.upload_id":                "links rows",
	"payments.cut_off":                  "how the office's list is ordered",
	"payments.shift_id":                 "who of the office",
	"payments.transaction_at":           "transaction_raw is there, as it was sent",
	"payments.received":                 "stands in the invoice as paid",
	"payments.decided_by":               "who of the office",
	"payments.decided_at":               "the timeline has it",
	"refunds.invoice_id":                "links rows",
	"refunds.transfer_id":               "links rows",
	"refunds.line_id":                   "links rows",
	"refunds.shift_id":                  "who of the office",
	"refunds.actor_id":                  "who of the office",
	"refunds.extent":                    "the amount beside the invoice's tells it",
	"official_receipts.id":              "links rows",
	"official_receipts.invoice_id":      "links rows",
	"official_receipts.payment_id":      "links rows",
	"official_receipts.issued_by":       "who of the office",
	"official_receipts.void_reason":     "on the paper",
	"official_receipts.voided_at":       "on the paper",
	"uploads.id":                        "links rows",
	"uploads.payment_id":                "links rows",
	"uploads.refund_id":                 "links rows",
	"uploads.bytes":                     "the sum of its pictures",
	"upload_images.upload_id":           "links rows",
	"upload_images.position":            "the order of the pictures",
	"upload_images.storage_key":         "where the program keeps it",
	"upload_images.sha256":              "a technical mark",
	"upload_images.dhash":               "a technical mark",
	"upload_images.detail":              "a technical mark",
	"upload_images.band_a":              "a technical mark",
	"upload_images.band_b":              "a technical mark",
	"upload_images.band_c":              "a technical mark",
	"upload_images.band_d":              "a technical mark",
	"unclaimed_transfers.id":            "links rows",
	"unclaimed_transfers.origin_id":     "links rows",
	"unclaimed_transfers.upload_id":     "links rows",
	"wall_names.item_id":                "links rows",
	"wall_names.seq":                    "the place of a name among those of its item",
	"wall_names.offering_id":            "links rows; the offering's title is there",
	"ceremony_entries.id":               "how the program counts",
	"ceremony_entries.ceremony_id":      "links rows; the ceremony's key is there",
	"ceremony_entries.item_id":          "links rows",
	"ceremony_entries.copy":             "how the program counts",
	"ceremony_entries.sitting":          "how the program counts",
	"ceremony_entries.kind":             "stands in the text",
	"ceremony_entries.text_hash":        "the text again, as a hash",
	"ceremony_entries.revision":         "how the program counts",
	"ceremony_entries.checked_revision": "how the program counts",
	"ceremony_entries.printed_revision": "how the program counts",
	"ceremony_entries.late":             "how the program counts",
	"ceremony_entries.asked_at":         "where the office stands with it",
	"ceremony_entries.marks":            "what the program found in the text",
	"ceremony_entries.sponsor":          "the payer, as the order has it",
	"ceremony_entries.withdrawn_why":    "how the program counts",
	"ceremony_entries.out_at":           "where the office stands with it",
	"ceremony_entries.done_id":          "links rows",
	"ceremony_entries.names_gone_at":    "how the program counts",
	"ceremony_entries.updated_at":       "how the program counts",
	"entry_signs.*":                     "follows from the days of birth, which the order's form has",
	"entry_corrections.*":               "how the office wrote it in between; what was given and what is printed are there",
}

// opened is an archive as its receiver opens it.
type opened struct {
	files map[string][]byte
	names []string
	json  string // all JSON files after another
}

// fetch submits the password and downloads the archive.
func fetch(t *testing.T, c *testkit.Client) opened {
	t.Helper()
	var allowed struct{ URL string }
	c.Post("/api/member/export", fields{"password": password}).Want(200).JSON(&allowed)
	r := c.Get(allowed.URL).Want(200)
	if r.Header.Get("Content-Type") != "application/zip" || r.Header.Get("Cache-Control") != "private, no-store" ||
		!strings.HasPrefix(r.Header.Get("Content-Disposition"), `attachment; filename="my-data-2026-11-21.zip"`) {
		t.Errorf("headers: %v", r.Header)
	}
	z, err := zip.NewReader(bytes.NewReader(r.Body), int64(len(r.Body)))
	if err != nil {
		t.Fatalf("not a ZIP: %v", err)
	}
	out := opened{files: map[string][]byte{}}
	for _, f := range z.File {
		rc, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		b, err := io.ReadAll(rc)
		if err != nil {
			t.Fatalf("%s: %v", f.Name, err)
		}
		_ = rc.Close()
		if _, twice := out.files[f.Name]; twice {
			t.Errorf("%s is there twice", f.Name)
		}
		out.files[f.Name] = b
		out.names = append(out.names, f.Name)
		if strings.HasSuffix(f.Name, ".json") {
			if !json.Valid(b) {
				t.Errorf("%s is not JSON", f.Name)
			}
			out.json += string(b)
		}
	}
	return out
}

func TestArchiveContainsAllPersonalData(t *testing.T) {
	t.Parallel()
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		who := everything(t, a)
		z := fetch(t, who.Client)

		number := who.paid.Number
		for _, want := range []string{
			"说明.txt", "account.json", "consents.json", "sessions.json", "passkeys.json", "family.json", "subscriptions.json", "carts.json",
			"invoices.json", "pictures.json", "transfers.json", "messages.json", "member.json",
			"invoices/" + number + "/" + number + ".pdf", "invoices/" + number + "/OR-2026-000001.pdf", "pictures/001-INV-2026-000002.jpg", "pictures/003.jpg",
		} {
			if !slices.Contains(z.names, want) {
				t.Errorf("no %s among %q", want, z.names)
			}
		}
		for name, b := range z.files {
			if strings.HasSuffix(name, ".pdf") && !bytes.HasPrefix(b, []byte("%PDF-")) || strings.HasSuffix(name, ".jpg") && !bytes.HasPrefix(b, []byte("\xff\xd8")) {
				t.Errorf("%s is no such file", name)
			}
		}
		readme := string(z.files["说明.txt"])
		for _, want := range []string{"吴阿妹", "family.json：", "2026-11-21 12:00"} {
			if !strings.Contains(strings.ReplaceAll(readme, ": ", "："), want) {
				t.Errorf("the README lacks %q: %s", want, readme)
			}
		}
		var twice int
		for _, line := range strings.Split(readme, "\r\n") {
			if strings.Contains(line, "data.") {
				t.Errorf("a line without words: %s", line)
			}
			if strings.HasPrefix(line, "- ") {
				twice++
			}
		}
		if twice < 12 {
			t.Errorf("the README names %d parts", twice)
		}

		used := map[string]bool{}
		for _, table := range a.Tables(t) {
			where, personal := owned[table]
			switch {
			case slices.Contains(impersonal, table) != personal: // one of the two
			default:
				t.Errorf("table %s: say whose it is, and what of it is given out", table)
				continue
			}
			if !personal || leftOut[table+".*"] != "" {
				used[table+".*"] = true
				continue
			}
			rows := selectAll(t, a, "SELECT * FROM "+table+" WHERE "+where, who.id)
			if len(rows) == 0 {
				t.Errorf("table %s: the test keeps nothing there", table)
			}
			for _, r := range rows {
				for column := range r {
					name := table + "." + column
					if leftOut[name] != "" {
						used[name] = true
						continue
					}
					for _, want := range shown(r, column) {
						if !strings.Contains(z.json, want) {
							t.Errorf("%s: %q is not in the archive", name, want)
						}
					}
				}
			}
		}
		for name := range leftOut {
			if !used[name] {
				t.Errorf("%s is left out, but there is no such column", name)
			}
		}
	})
}

// shown is a column's value in JSON. Flags and empty values may be left out.
func shown(r row, column string) []string {
	if n, ok := r[column].(int64); ok {
		switch {
		case n == 0 || n == 1:
			return nil
		case n > 1e12:
			return []string{clock.Millis(n).Time().Format(time.RFC3339Nano)}
		}
		return []string{r.text(column)}
	}
	var out []string
	for _, leaf := range leaves(r.text(column)) {
		b, err := json.Marshal(leaf)
		if err != nil {
			return []string{err.Error()}
		}
		plain := strings.NewReplacer(`\u003c`, "<", `\u003e`, ">", `\u0026`, "&").Replace(string(b))
		out = append(out, plain[1:len(plain)-1])
	}
	return out
}

func TestArchiveNeedsThePassword(t *testing.T) {
	t.Parallel()
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		c := a.NewMember(t, "Lim", mobile)
		const path = "/api/member/export"
		if r := c.Get(path).Want(400); r.Code() != "password-again" {
			t.Errorf("without the password: %s", r.Body)
		}
		if r := c.Post(path, fields{"password": "not this one"}).Want(400); r.FieldCodes()["password"] != "wrong-password" {
			t.Errorf("a wrong password: %s", r.Body)
		}
		c.Get(path).Want(400)
		a.Guest().Post(path, fields{"password": password}).Want(401)
		a.Guest().Get(path).Want(401)

		z := fetch(t, c)
		if !slices.Contains(z.names, "README.txt") || slices.Contains(z.names, "family.json") {
			t.Errorf("the archive of a new member: %q", z.names)
		}
		c.Get(path).Want(200) // some browsers ask twice
		login(t, a, mobile).Get(path).Want(400)
		a.Clock.Advance(10 * time.Minute)
		if r := c.Get(path).Want(400); r.Code() != "password-again" {
			t.Errorf("ten minutes later: %s", r.Body)
		}
		fetch(t, c)
		fetch(t, c)
		var refused struct{ RetryAfter int }
		if r := c.Post(path, fields{"password": password}).Want(400).JSON(&refused); r.Code() != "export-too-often" || refused.RetryAfter < 60 {
			t.Errorf("the fourth of a day: %s", r.Body)
		}
		a.Clock.Advance(24 * time.Hour)
		c = login(t, a, mobile)
		c.Post(path, fields{"password": password}).Want(200)
		if n := a.Count(t, "SELECT count(*) FROM audit_entries WHERE action = 'account.export'"); n != 4 {
			t.Errorf("%d exports are in the audit trail", n)
		}
	})
}

// A visitor without a free download slot is refused before the archive begins, and before it is counted.
func TestAnArchiveWithPicturesNeedsPictureStorage(t *testing.T) {
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		c := a.NewMember(t, "Lim", mobile)
		c.SendReceipt(testkit.Screenshot(t))
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusForbidden) }))
		t.Cleanup(server.Close)
		whole := a.Payments.Files
		broken, err := media.Open("s3://key:secret@"+strings.TrimPrefix(server.URL, "http://")+"/temple?tls=0&region=us-east-1", "")
		if err != nil {
			t.Fatal(err)
		}
		a.Payments.Files = broken
		for range 4 {
			if r := c.Post("/api/member/export", fields{"password": password}).Want(503); r.Code() != "storage-away" {
				t.Errorf("%s", r.Body)
			}
		}
		a.Payments.Files = whole
		c.Post("/api/member/export", fields{"password": password}).Want(200)
		a.Payments.Files = broken
		if r := c.Get("/api/member/export").Want(503); r.Code() != "storage-away" {
			t.Errorf("%s", r.Body)
		}
	})
}

// A picture that cannot be read aborts the connection: a partial archive must not look complete.
func TestAFailedArchiveIsCutOff(t *testing.T) {
	t.Parallel()
	a := testkit.New(t, "sqlite")
	c := a.NewMember(t, "Lim", mobile)
	c.SendReceipt(testkit.Screenshot(t))
	c.Post("/api/member/export", fields{"password": password}).Want(200)
	a.Exec(t, `UPDATE upload_images SET storage_key = '../outside'`)
	res, err := http.DefaultClient.Do(download(t, a, c))
	if err == nil {
		defer res.Body.Close()
		_, err = io.ReadAll(res.Body)
	}
	if err == nil {
		t.Error("the download ended well")
	}
}

// The second part is made only once the first has been delivered: nothing is collected in memory.
func TestArchiveIsStreamed(t *testing.T) {
	t.Parallel()
	a := testkit.New(t, "sqlite")
	c := a.NewMember(t, "Lim", mobile)
	arrived := make(chan struct{})
	a.Personal.DataSources = []personal.DataSource{
		{Name: "account", Files: func(_ context.Context, _ string, add func(string) (io.Writer, error)) error {
			w, err := add("pictures/001.jpg") // stored uncompressed: a megabyte fills every buffer on the way
			if err == nil {
				_, err = w.Write(make([]byte, 1<<20))
			}
			return err
		}},
		{Name: "later", Files: func(ctx context.Context, _ string, add func(string) (io.Writer, error)) error {
			select {
			case <-arrived:
			case <-time.After(20 * time.Second):
				return errors.New("nothing had arrived when the next part was made")
			}
			w, err := add("pictures/002.jpg")
			if err == nil {
				_, err = io.WriteString(w, "second")
			}
			return err
		}},
	}
	c.Post("/api/member/export", fields{"password": password}).Want(200)
	res, err := http.DefaultClient.Do(download(t, a, c))
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	if _, err := io.CopyN(io.Discard, res.Body, 4<<10); err != nil {
		t.Fatal(err)
	}
	close(arrived)
	if _, err := io.Copy(io.Discard, res.Body); err != nil {
		t.Errorf("the rest: %v", err)
	}
}

func download(t *testing.T, a *testkit.App, c *testkit.Client) *http.Request {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, a.URL+"/api/member/export", nil)
	if err != nil {
		t.Fatal(err)
	}
	req.AddCookie(&http.Cookie{Name: "shanmen", Value: c.Cookie("shanmen")})
	return req
}
