package account

import "testing"

func TestDeviceIsParsedFromTheUserAgent(t *testing.T) {
	t.Parallel()
	for userAgent, want := range map[string]device{
		"Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1":                         {"Safari", "iPhone", "phone"},
		"Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/126.0.0 Mobile/15E148 Safari/604.1":                        {"Chrome", "iPhone", "phone"},
		"Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 MicroMessenger/8.0.49 NetType/WIFI Language/zh_CN": {"WeChat", "iPhone", "phone"},
		"Mozilla/5.0 (iPad; CPU OS 16_7 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/16.6 Mobile/15E148 Safari/604.1":                                  {"Safari", "iPad", "tablet"},
		"Mozilla/5.0 (Linux; Android 14; SM-S918B) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/25.0 Chrome/121.0.0.0 Mobile Safari/537.36":                      {"Samsung Internet", "Android", "phone"},
		"Mozilla/5.0 (Linux; Android 13; SM-X700) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36":                                                  {"Chrome", "Android", "tablet"},
		"Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36 Edg/126.0.0.0":                                   {"Edge", "Windows", "computer"},
		"Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Safari/605.1.15":                                           {"Safari", "Mac", "computer"},
		"Mozilla/5.0 (X11; Linux x86_64; rv:127.0) Gecko/20100101 Firefox/127.0":                                                                                          {"Firefox", "Linux", "computer"},
		"Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36":                                                  {"Chrome", "Chromebook", "computer"},
		"curl/8.5.0": {kind: "unknown"},
		"":           {kind: "unknown"},
	} {
		if got := deviceOf(userAgent); got != want {
			t.Errorf("%s\n  is %+v, want %+v", userAgent, got, want)
		}
	}
}
