import { request, type IncomingMessage, type ServerResponse } from 'node:http'
import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { Connect, Plugin, ViteDevServer } from 'vite'

/** Paths that Vite answers: the sources, and what they import. */
const ofVite = /^\/(@|src\/|node_modules\/|dev\/)/

/** Pages that are the same for all users: the office, and the component gallery. */
const pages = [
  { at: /^\/admin(\/|\?|$)/, file: 'admin.html' },
  { at: /^\/dev\/ui(\?|$)/, file: 'dev/ui.html' },
]

/**
 * Puts Vite in front of the Go program: Vite answers requests for source files and forwards everything else. In the
 * program's pages, links to built code are replaced by the sources, and the browser renders them.
 */
export function inFrontOfGo(program: string): Plugin {
  return {
    name: 'in-front-of-go',
    configureServer(vite) {
      vite.middlewares.use((req, res, next) => {
        const url = req.url ?? '/'
        const own = pages.find(({ at }) => at.test(url))
        if (own) page(vite, url, own.file).then((html) => send(res, html), next)
        else if (ofVite.test(url) || req.headers.upgrade) next()
        else ask(vite, program, url, req, res, next)
      })
    },
  }
}

async function page(vite: ViteDevServer, url: string, file: string): Promise<string> {
  return vite.transformIndexHtml(url, await readFile(resolve(vite.config.root, file), 'utf8'))
}

function ask(
  vite: ViteDevServer,
  program: string,
  url: string,
  req: IncomingMessage,
  res: ServerResponse,
  next: Connect.NextFunction,
) {
  const { 'accept-encoding': _, ...headers } = req.headers
  const asked = request(new URL(url, program), { method: req.method, headers }, (answer) => {
    const html = answer.headers['content-type']?.startsWith('text/html')
    if (!html) {
      res.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(res)
      return
    }
    const parts: Buffer[] = []
    answer.on('data', (part: Buffer) => parts.push(part))
    answer.on('end', () => {
      vite
        .transformIndexHtml(url, withSources(Buffer.concat(parts).toString('utf8')))
        .then((text) => send(res, text, answer), next)
    })
  })
  asked.on('error', () =>
    send(res, `The Go program does not answer at ${program}. Is it still being built?`, undefined, 502),
  )
  req.pipe(asked)
}

/** A page of the program with the sources instead of the built code and styles; the browser renders it. */
function withSources(html: string): string {
  return html
    .replace(/<link rel="(?:stylesheet|modulepreload|preload)"[^>]*>/g, '')
    .replace(/<style[^>]*>[\s\S]*?<\/style>/g, '')
    .replace(/<div id="root"[\s\S]*?(?=<script id="payload")/, '<div id="root" data-render="client"></div>')
    .replace(/<template id="code">[\s\S]*?<\/template>/, '<script type="module" src="/src/entry-client.tsx"></script>')
}

/** The content security policy of the program's pages is removed, because it would block what Vite adds. */
function send(res: ServerResponse, html: string, answer?: IncomingMessage, status = answer?.statusCode ?? 200) {
  const cookies = answer?.headers['set-cookie']
  res.writeHead(status, {
    'Content-Type': 'text/html; charset=utf-8',
    'Cache-Control': 'no-store',
    ...(answer?.headers.location ? { Location: answer.headers.location } : {}),
    ...(cookies ? { 'Set-Cookie': cookies } : {}),
  })
  res.end(html)
}
