package app

import "html/template"

// demoCSP is for the demonstration's own plain page: nothing in it runs.
const demoCSP = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'"

var demoOutboxPage = template.Must(template.New("outbox").Parse(`<!doctype html>
<html lang="en-SG"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Outbox of the demonstration</title></head>
<body><main><h1>Outbox of the demonstration · 演示发件箱</h1>
<p>What a real temple would send by mail and SMS. Newest first. 真实寺院会以电邮与短信发出的内容，最新在上。</p>
{{range .}}<article><h2>{{.Subject}}</h2><p>To: {{.To}}</p><pre>{{.Body}}</pre>{{$id := .ID}}{{range .Attachments}}<p><a href="/demo/outbox/{{$id}}/{{.}}">{{.}}</a></p>{{end}}</article><hr>
{{else}}<p>Nothing has been sent yet. 尚无信息发出。</p>{{end}}
</main></body></html>`))
