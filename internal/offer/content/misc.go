package content

import (
	"context"
	"fmt"

	"shanmen/internal/base/locale"
	"shanmen/internal/base/markup"
	"shanmen/internal/base/uses"
	"shanmen/internal/platform/httpd"
)

// PolicyPage builds the page of a policy.
func (s *Service) PolicyPage(key string) httpd.PageFunc {
	return func(ctx context.Context, r httpd.PageRequest) (httpd.PageData, error) {
		p, err := Find(ctx, s.DB.Read(), r.Locale, key)
		if err != nil {
			return httpd.PageData{}, err
		}
		return httpd.PageData{Data: p, Title: p.Title, Description: markup.Excerpt(p.HTML, descriptionLength)}, nil
	}
}

// Question is one FAQ entry.
type Question struct {
	Key      string `json:"key"`
	Question string `json:"question"`
	HTML     string `json:"html"`
	// OtherLanguage: as in Page.
	OtherLanguage bool `json:"otherLanguage,omitempty" doc:"The text is not translated and is returned in the other language"`
}

// FAQ is the data of /misc/faq.
type FAQ struct {
	Page
	Items []Question `json:"items"`
}

// FAQPage builds the FAQ page.
func (s *Service) FAQPage(ctx context.Context, r httpd.PageRequest) (httpd.PageData, error) {
	p, err := Find(ctx, s.DB.Read(), r.Locale, faqPage)
	if err != nil {
		return httpd.PageData{}, err
	}
	items, err := s.questions(ctx, r.Locale)
	if err != nil {
		return httpd.PageData{}, err
	}
	return httpd.PageData{Data: FAQ{*p, items}, Title: p.Title, Description: markup.Excerpt(p.HTML, descriptionLength)}, nil
}

func (s *Service) questions(ctx context.Context, l locale.Locale) ([]Question, error) {
	uses.Note(ctx, pageTag(faqPage))
	rows, err := s.DB.Read().ContentPagesOf(ctx, KindFAQ)
	if err != nil {
		return nil, fmt.Errorf("questions: %w", err)
	}
	out := []Question{}
	for _, row := range DraftIn(ctx).pages(KindFAQ, rows) {
		p, err := pageIn(ctx, s.DB.Read(), row, l)
		if err != nil {
			return nil, err
		}
		out = append(out, Question{p.Key, p.Title, p.HTML, p.OtherLanguage})
	}
	return out, nil
}
