// Package settings reads and writes the settings of the office: each change is checked, written and audited in one
// place (content.Setting), one audit entry each. The rejection reasons are edited here; a rejection stores its code, so
// a page shows the current text and a notice keeps the text it was sent with.
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

// settings lists the settings of this screen, in order.
func settings() []content.Setting {
	return slices.Concat(content.Settings, subscription.Settings, content.LimitSettings())
}

// State is the current state of a setting.
type State struct {
	Key      string   `json:"key"`
	Group    string   `json:"group"`
	Kind     string   `json:"kind" enum:"text,long,number,choice,list"`
	Value    string   `json:"value"`
	Default  string   `json:"default"`
	Choices  []string `json:"choices,omitempty"`
	Least    int      `json:"least"`
	Most     int      `json:"most" doc:"Maximum value of a number, or length of a text"`
	Previous *Before  `json:"previous,omitempty" doc:"Previous value, for undo"`
}

// Before is an earlier value.
type Before struct {
	Value string    `json:"value"`
	At    time.Time `json:"at" doc:"Time of the change"`
	By    string    `json:"by" doc:"Name of who changed it"`
}

// List is the answer of both calls.
type List struct {
	Items   []State `json:"items"`
	Invoice string  `json:"nextInvoice" doc:"Number of the next invoice"`
	Receipt string  `json:"nextReceipt" doc:"Number of the next official receipt"`
}

// List answers with the settings of numbering, documents, payments and renewals.
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

// lastChange finds a setting's value before its last change in the audit trail; nil if it never changed.
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
		Values map[string]string `json:"values" doc:"Changed settings, by key"`
	}
}

// Change changes settings on every replica. Each change is an audit entry, with which it can be reverted.
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
			err := audit.Note(ctx, tx, settingChange, settingSubject+c.Key, map[string]string{"value": c.Before}, map[string]string{"value": c.After})
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
