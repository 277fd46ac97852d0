package app

import (
	"github.com/prometheus/client_golang/prometheus"

	"shanmen/internal/platform/httpd"
)

// traffic counts requests by route and status class, and refusals by limit. Labels are the program's own names, so
// made-up requests cannot fill the memory.
type traffic struct {
	requests *prometheus.HistogramVec
	refusals *prometheus.CounterVec
}

func newTraffic() *traffic {
	return &traffic{
		requests: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name: "shanmen_http_request_duration_seconds", Help: "Requests by route (a page's name, method and path of a call, assets, none) and class of status; busy is a 503 because its class of work had no room.",
			Buckets: []float64{.005, .025, .1, .5, 2.5, 10},
		}, []string{"route", "class"}),
		refusals: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "shanmen_refusals_total", Help: "Refusals by a limit, by the code of the refusal.",
		}, []string{"limit"}),
	}
}

var statusClasses = [...]string{"1xx", "2xx", "3xx", "4xx", "5xx"}

func (t *traffic) answered(a httpd.Answer) {
	route, class := a.Route, statusClasses[4]
	if route == "" {
		route = "none"
	}
	if i := a.Status/100 - 1; i >= 0 && i < len(statusClasses) {
		class = statusClasses[i]
	}
	if a.Busy {
		class = "busy"
	}
	t.requests.WithLabelValues(route, class).Observe(a.Took.Seconds())
}

func (t *traffic) limited(code string) { t.refusals.WithLabelValues(code).Inc() }
