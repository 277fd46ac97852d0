package account

import "strings"

// device is a browser and system by names that its owner recognises.
type device struct {
	browser, system string // "" unknown
	kind            string // phone, tablet, computer, unknown
}

type mark struct{ in, name string }

// Browsers include each other's names in their User-Agent, so the first match in this order counts.
var (
	browsers = []mark{
		{"MicroMessenger", "WeChat"}, {"WhatsApp", "WhatsApp"}, {"FBAN", "Facebook"}, {"FBAV", "Facebook"},
		{"Line/", "LINE"}, {"SamsungBrowser", "Samsung Internet"}, {"HuaweiBrowser", "Huawei Browser"},
		{"MiuiBrowser", "Mi Browser"}, {"UCBrowser", "UC Browser"}, {"EdgA/", "Edge"}, {"EdgiOS", "Edge"},
		{"Edg/", "Edge"}, {"OPR/", "Opera"}, {"OPiOS", "Opera"}, {"FxiOS", "Firefox"}, {"Firefox/", "Firefox"},
		{"CriOS", "Chrome"}, {"Chrome/", "Chrome"}, {"Safari/", "Safari"},
	}
	systems = []mark{
		{"iPhone", "iPhone"}, {"iPad", "iPad"}, {"Android", "Android"}, {"HarmonyOS", "HarmonyOS"}, {"CrOS", "Chromebook"},
		{"Windows", "Windows"}, {"Macintosh", "Mac"}, {"Linux", "Linux"},
	}
)

// deviceOf parses a User-Agent. An unknown one is the zero device of kind "unknown".
func deviceOf(userAgent string) device {
	first := func(marks []mark) string {
		for _, m := range marks {
			if strings.Contains(userAgent, m.in) {
				return m.name
			}
		}
		return ""
	}
	d := device{browser: first(browsers), system: first(systems), kind: "unknown"}
	switch d.system {
	case "iPhone":
		d.kind = "phone"
	case "iPad":
		d.kind = "tablet"
	case "Android", "HarmonyOS": // tablets omit the word Mobile
		if d.kind = "tablet"; strings.Contains(userAgent, "Mobile") {
			d.kind = "phone"
		}
	case "Chromebook", "Windows", "Mac", "Linux":
		d.kind = "computer"
	}
	return d
}
