// Package settings reads and writes the settings of the office: each change is checked, written and audited in one
// place (content.Setting), one audit entry each. The reasons of a rejection are worded here; a rejection stores its
// code, so a page shows the sentence of today and a letter keeps the sentence it was sent with.
package settings

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"shanmen/internal/base/clock"
	"shanmen/internal/base/fault"
	"shanmen/internal/base/locale"
	"shanmen/internal/offer/content"
	"shanmen/internal/office/trail"
	"shanmen/internal/platform/audit"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
	"shanmen/internal/sales/invoice"
	"shanmen/internal/sales/subscription"
)

// Service answers the calls about settings.
type Service struct {
	DB       *db.DB
	Clock    clock.Clock
	Messages *locale.Messages
	Wording  *content.Wording
	Trail    *trail.Service
}

const (
	settingChange  = "setting.change"
	settingSubject = "setting:"
)

// settings are all that this screen changes, in its order.
func settings() []content.Setting {
	return slices.Concat(content.Settings, subscription.Settings, content.LimitSettings())
}

// State is a setting as it stands.
type State struct {
	Key      string   `json:"key"`
	Group    string   `json:"group"`
	Kind     string   `json:"kind" enum:"text,long,number,choice,list"`
	Value    string   `json:"value"`
	Default  string   `json:"default"`
	Choices  []string `json:"choices,omitempty"`
	Least    int      `json:"least"`
	Most     int      `json:"most" doc:"Of a number; of a text its characters"`
	Previous *Before  `json:"previous,omitempty" doc:"What it was before it was changed last, to be taken back"`
}

// Before is an earlier value.
type Before struct {
	Value string    `json:"value"`
	At    time.Time `json:"at" doc:"When it was changed"`
	By    string    `json:"by" doc:"Name of who changed it"`
}

// List is the answer of both calls.
type List struct {
	Items   []State `json:"items"`
	Invoice string  `json:"nextInvoice" doc:"The number that the next invoice gets"`
	Receipt string  `json:"nextReceipt" doc:"The number that the next official receipt gets"`
}

// List tells how numbers, papers, payments and renewals are set.
func (s *Service) List(ctx context.Context, _ *struct{}) (*List, error) {
	r := s.DB.Read()
	stored, err := content.ReadSettings(ctx, r)
	if err != nil {
		return nil, err
	}
	names := s.Trail.Namer(ctx)
	out := &List{Items: []State{}}
	for _, set := range settings() {
		one := State{
			Key: set.Key, Group: set.Group, Kind: set.Kind, Value: stored.Text(set), Default: set.Default,
			Choices: set.Choices, Least: set.Least, Most: set.Most,
		}
		if one.Previous, err = s.lastChange(ctx, names, set.Key); err != nil {
			return nil, err
		}
		out.Items = append(out.Items, one)
	}
	now := s.Clock.Now()
	if out.Invoice, err = invoice.Upcoming(ctx, r, invoice.SeriesInvoice, now); err != nil {
		return nil, err
	}
	out.Receipt, err = invoice.Upcoming(ctx, r, invoice.SeriesReceipt, now)
	return out, err
}

// lastChange finds in the audit trail what a setting was before its last change; nil when it was never changed.
func (s *Service) lastChange(ctx context.Context, names *trail.Namer, key string) (*Before, error) {
	last, err := s.DB.Read().AuditLastOf(ctx, query.AuditLastOfParams{Subject: settingSubject + key, Action: settingChange})
	if errors.Is(err, db.ErrNoRows) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("setting %s before: %w", key, err)
	}
	name, err := names.Person(ctx, last.ActorID)
	return &Before{Value: trail.Fields(last.Before)["value"], At: last.At.Time(), By: name}, err
}

type settingsIn struct {
	Body struct {
		Values map[string]string `json:"values" doc:"The settings that change, by key"`
	}
}

// Change changes some settings, on every replica at once. Each that is different now is an entry of
// the audit trail, from which it can be taken back.
func (s *Service) Change(ctx context.Context, in *settingsIn) (*List, error) {
	if len(in.Body.Values) == 0 {
		return nil, fault.At("values", "required")
	}
	now := s.Clock.Now()
	err := s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		changed, err := content.SaveSettings(ctx, tx, now, settings(), in.Body.Values)
		if err != nil {
			return err
		}
		for _, c := range changed {
			err := audit.Record(ctx, tx, now, audit.Entry{
				ActorID: audit.Actor(ctx), Action: settingChange, Subject: settingSubject + c.Key,
				Before: map[string]string{"value": c.Before}, After: map[string]string{"value": c.After},
			})
			if err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return s.List(ctx, nil)
}
