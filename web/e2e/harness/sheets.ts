import { crc32 } from 'node:zlib'

/** A cell: text or a number. */
export type Cell = string | number

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

function cellXml(cell: Cell): string {
  if (typeof cell === 'number') return `<c><v>${cell}</v></c>`
  return `<c t="inlineStr"><is><t xml:space="preserve">${escaped(cell)}</t></is></c>`
}

const xml = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const ns = 'http://schemas.openxmlformats.org'

/** A workbook with one sheet, as spreadsheet programs write it. */
export function xlsx(rows: readonly (readonly Cell[])[], sheet = 'Sheet1'): Buffer {
  const data = rows.map((cells) => `<row>${cells.map(cellXml).join('')}</row>`).join('')
  const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml'
  return zip({
    '[Content_Types].xml': `${xml}<Types xmlns="${ns}/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${type}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${type}.worksheet+xml"/></Types>`,
    '_rels/.rels': `${xml}<Relationships xmlns="${ns}/package/2006/relationships"><Relationship Id="rId1" Type="${ns}/officeDocument/2006/relationships/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `${xml}<workbook xmlns="${ns}/spreadsheetml/2006/main" xmlns:r="${ns}/officeDocument/2006/relationships"><sheets><sheet name="${escaped(sheet)}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `${xml}<Relationships xmlns="${ns}/package/2006/relationships"><Relationship Id="rId1" Type="${ns}/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
    'xl/worksheets/sheet1.xml': `${xml}<worksheet xmlns="${ns}/spreadsheetml/2006/main"><sheetData>${data}</sheetData></worksheet>`,
  })
}

const field = (text: string) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

/** A CSV file in UTF-8. */
export function csv(rows: readonly (readonly string[])[]): string {
  return rows.map((cells) => `${cells.map(field).join(',')}\r\n`).join('')
}

let encoder: Map<string, Buffer> | undefined

/** Text in GB 18030, using its two-byte characters as Chinese Excel does. Others throw. */
export function gb18030(text: string): Buffer {
  encoder ??= twoByteCharacters()
  const known = encoder
  return Buffer.concat(
    [...text].map((character) => {
      if (character <= '\x7f') return Buffer.from(character)
      const bytes = known.get(character)
      if (!bytes) throw new Error(`${character} is not a two-byte character in GB 18030`)
      return bytes
    }),
  )
}

function twoByteCharacters(): Map<string, Buffer> {
  const decoder = new TextDecoder('gb18030', { fatal: true })
  const known = new Map<string, Buffer>()
  for (let lead = 0x81; lead <= 0xfe; lead++)
    for (let trail = 0x40; trail <= 0xfe; trail++) {
      const bytes = Buffer.from([lead, trail])
      if (trail !== 0x7f) known.set(decoder.decode(bytes), bytes)
    }
  return known
}

/** An uncompressed ZIP. */
function zip(files: Record<string, string>): Buffer {
  const locals: Buffer[] = []
  const directory: Buffer[] = []
  let at = 0
  for (const [name, text] of Object.entries(files)) {
    const [title, body] = [Buffer.from(name), Buffer.from(text)]
    const head = Buffer.alloc(26)
    head.writeUInt16LE(20, 0) // version
    head.writeUInt16LE(0x21, 8) // 1 January 1980
    head.writeUInt32LE(crc32(body), 10)
    head.writeUInt32LE(body.length, 14)
    head.writeUInt32LE(body.length, 18)
    head.writeUInt16LE(title.length, 22)
    locals.push(Buffer.from('PK\x03\x04', 'latin1'), head, title, body)
    const tail = Buffer.alloc(14)
    tail.writeUInt32LE(at, 10)
    directory.push(Buffer.from('PK\x01\x02\x14\x00', 'latin1'), head, tail, title)
    at += 30 + title.length + body.length
  }
  const central = Buffer.concat(directory)
  const end = Buffer.alloc(18)
  const count = Object.keys(files).length
  end.writeUInt16LE(count, 4)
  end.writeUInt16LE(count, 6)
  end.writeUInt32LE(central.length, 8)
  end.writeUInt32LE(at, 12)
  return Buffer.concat([...locals, central, Buffer.from('PK\x05\x06', 'latin1'), end])
}
