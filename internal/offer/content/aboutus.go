package content

import (
	"context"
	"fmt"
	"net/http"

	"shanmen/internal/base/fault"
	"shanmen/internal/base/locale"
	"shanmen/internal/base/markup"
	"shanmen/internal/base/uses"
	"shanmen/internal/platform/httpd"
)

// descriptionLength is how many characters search engines show as a page's description.
const descriptionLength = 155

// Title is an entry of the about-us menu.
type Title struct {
	Key   string `json:"key"`
	Title string `json:"title"`
}

// LocaleIn is the input of calls that need only the locale.
type LocaleIn struct {
	Locale string `query:"locale" doc:"en or zh"`
}

// Titles answers GET /api/about-us/title.
func (s *Service) Titles(ctx context.Context, _ *LocaleIn) (*[]Title, error) {
	out, err := s.titles(ctx, httpd.LocaleOf(ctx))
	return &out, err
}

func (s *Service) titles(ctx context.Context, l locale.Locale) ([]Title, error) {
	uses.Note(ctx, TagMenu)
	rows, err := s.DB.Read().ContentTitles(ctx, KindAboutUs)
	if err != nil {
		return nil, fmt.Errorf("about-us titles: %w", err)
	}
	out := []Title{}
	for _, r := range DraftIn(ctx).titles(rows) {
		out = append(out, Title{r.Key, locale.Text{EN: r.TitleEn, ZH: r.TitleZh}.In(l)})
	}
	return out, nil
}

// OutputIn is the input of GET /api/content/output/{key}.
type OutputIn struct {
	Key    string `path:"key" maxLength:"100"`
	Locale string `query:"locale" doc:"en or zh"`
}

// Output answers GET /api/content/output/{key}, for pages of every kind.
func (s *Service) Output(ctx context.Context, in *OutputIn) (*Page, error) {
	return Find(ctx, s.DB.Read(), httpd.LocaleOf(ctx), in.Key)
}

// AboutUsPage redirects to the first about-us page.
func (s *Service) AboutUsPage(ctx context.Context, r httpd.PageRequest) (httpd.PageData, error) {
	titles, err := s.titles(ctx, r.Locale)
	if err != nil {
		return httpd.PageData{}, err
	}
	if len(titles) == 0 {
		return httpd.PageData{}, fault.NotFound()
	}
	return httpd.PageData{Redirect: &httpd.Redirect{Target: r.Locale.Path("/about-us/" + titles[0].Key), Status: http.StatusFound}}, nil
}

// AboutUs is the data of an about-us page: the page and the menu beside it.
type AboutUs struct {
	Page
	Titles []Title `json:"titles"`
}

// AboutUsKeyPage builds one about-us page.
func (s *Service) AboutUsKeyPage(ctx context.Context, r httpd.PageRequest) (httpd.PageData, error) {
	p, kind, err := find(ctx, s.DB.Read(), r.Locale, r.Params["key"])
	if err != nil {
		return httpd.PageData{}, err
	}
	if kind != KindAboutUs {
		return httpd.PageData{}, fault.NotFound()
	}
	titles, err := s.titles(ctx, r.Locale)
	if err != nil {
		return httpd.PageData{}, err
	}
	return httpd.PageData{Data: AboutUs{*p, titles}, Title: p.Title, Description: markup.Excerpt(p.HTML, descriptionLength)}, nil
}
