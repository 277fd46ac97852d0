package app

import (
	"crypto/sha256"
	"encoding/base64"
	"html/template"
)

const demoStyle = `body{margin:0;background:#fbf6ec;color:#2b1d16;font:18px/1.6 -apple-system,"Segoe UI",Roboto,"PingFang SC","Microsoft YaHei",sans-serif}
main{max-width:44rem;margin:0 auto;padding:1.5rem 1.1rem 4rem}
h1{font-family:Georgia,serif;line-height:1.2;margin:.2em 0}
article{background:#fffdf8;border-radius:20px;padding:1rem 1.3rem;margin:1.2rem 0;box-shadow:0 1px 2px rgb(74 27 20/.06),0 10px 28px -12px rgb(74 27 20/.22)}
h2{font-size:1.1rem;margin:0}
.to{color:#5a493d;margin:.1rem 0}
article table{max-width:100%}
pre{white-space:pre-wrap;overflow-wrap:anywhere;font:inherit;margin:.6rem 0}
a{color:#9f2a1f;font-weight:650;text-underline-offset:4px}
a:focus-visible{outline:3px solid #1d1007;outline-offset:3px}`

// demoCSP allows the page's own style by hash, and inline style attributes of mails; scripts are not allowed.
var demoCSP = func() string {
	sum := sha256.Sum256([]byte(demoStyle))
	return "default-src 'none'; style-src 'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'; frame-ancestors 'none'; base-uri 'none'"
}()

var demoOutboxPage = template.Must(template.New("outbox").Parse(`<!doctype html>
<html lang="en-SG"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Outbox of the demonstration</title><style>` + demoStyle + `</style></head>
<body><main><p><a href="/">← Home <span lang="zh-Hans">首页</span></a></p><h1>Outbox <span lang="zh-Hans">发件箱</span></h1>
<p>What a real temple would send by e-mail and SMS, newest first. Load the page again to see more.<br><span lang="zh-Hans">真实寺院会以电邮与短信发出的内容，最新在前。请重新载入查看。</span></p>
{{range .}}<article><h2>{{.Subject}}</h2><p class="to">{{.To}}</p>{{if .Letter}}{{.Letter}}{{else}}<pre>{{range .Links}}{{if .Link}}<a href="{{.Text}}">{{.Text}}</a>{{else}}{{.Text}}{{end}}{{end}}</pre>{{end}}{{$id := .ID}}{{range .Attachments}}<p><a href="/demo/outbox/{{$id}}/{{.}}">{{.}}</a></p>{{end}}</article>
{{else}}<article><p>Nothing has been sent yet. <span lang="zh-Hans">尚无信息发出。</span></p></article>{{end}}
</main></body></html>`))
