export type Mail = {
  to: string[]
  subject: string
  /** From Content-Language. */
  language: string
  /** The plain text. */
  text: string
  attachments: { name: string; type: string; data: Buffer }[]
}

type Part = { headers: Map<string, string>; body: string }

/** Parses an e-mail as sent over the wire (RFC 5322, MIME), one character for each byte. */
export function readMail(to: string[], raw: string): Mail {
  const whole = readPart(raw)
  const mail: Mail = {
    to,
    subject: decodeWords(whole.headers.get('subject') ?? ''),
    language: whole.headers.get('content-language') ?? '',
    text: '',
    attachments: [],
  }
  for (const part of leaves(whole)) {
    const type = part.headers.get('content-type') ?? 'text/plain'
    const disposition = part.headers.get('content-disposition') ?? ''
    if (disposition.startsWith('inline')) continue // a picture embedded in the e-mail
    const name = parameter(disposition, 'filename')
    const data = decodeBody(part)
    if (name) mail.attachments.push({ name: decodeWords(name), type: type.split(';')[0] ?? '', data })
    else if (type.startsWith('text/plain')) mail.text += data.toString('utf8')
  }
  return mail
}

function readPart(raw: string): Part {
  const end = raw.indexOf('\r\n\r\n')
  const head = end < 0 ? raw : raw.slice(0, end)
  const headers = new Map<string, string>()
  for (const line of head.replaceAll(/\r\n[ \t]+/g, ' ').split('\r\n')) {
    const colon = line.indexOf(':')
    if (colon > 0) headers.set(line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim())
  }
  return { headers, body: end < 0 ? '' : raw.slice(end + 4) }
}

function leaves(part: Part): Part[] {
  const boundary = parameter(part.headers.get('content-type') ?? '', 'boundary')
  if (!boundary) return [part]
  return `\r\n${part.body}`
    .split(`\r\n--${boundary}`)
    .slice(1)
    .filter((inner) => !inner.startsWith('--'))
    .flatMap((inner) => leaves(readPart(inner.replace(/^[ \t]*\r\n/, ''))))
}

function parameter(header: string, name: string): string | undefined {
  const found = new RegExp(`;\\s*${name}=(?:"([^"]*)"|([^;\\s]*))`, 'i').exec(header)
  return found?.[1] ?? found?.[2]
}

function decodeBody(part: Part): Buffer {
  const coding = part.headers.get('content-transfer-encoding')?.toLowerCase()
  if (coding === 'base64') return Buffer.from(part.body, 'base64')
  if (coding !== 'quoted-printable') return Buffer.from(part.body, 'latin1')
  return quoted(part.body.replaceAll('=\r\n', ''))
}

function quoted(text: string): Buffer {
  const bytes = text.replaceAll(/=([\dA-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1')
}

/** Decodes =?UTF-8?q?…?= and =?UTF-8?b?…?= in headers (RFC 2047). */
function decodeWords(header: string): string {
  return header.replaceAll(/\?=\s+=\?/g, '?==?').replaceAll(/(?:=\?utf-8\?[qb]\?[^?]*\?=)+/gi, (run) => {
    const words = [...run.matchAll(/=\?utf-8\?([qb])\?([^?]*)\?=/gi)]
    const bytes = words.map(([, coding, text = '']) =>
      coding?.toLowerCase() === 'b' ? Buffer.from(text, 'base64') : quoted(text.replaceAll('_', ' ')),
    )
    return Buffer.concat(bytes).toString('utf8')
  })
}
