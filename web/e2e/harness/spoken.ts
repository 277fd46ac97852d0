import type { Locator, Page } from '@playwright/test'

type Value = { value?: unknown }

type Node = {
  nodeId: string
  ignored: boolean
  role?: Value
  name?: Value
  description?: Value
  properties?: { name: string; value: Value }[]
  childIds?: string[]
  backendDOMNodeId?: number
}

/** Roles that are read as a unit: their text is their name. */
const whole = new Set([
  'link',
  'button',
  'heading',
  'image',
  'textbox',
  'checkbox',
  'radio',
  'combobox',
  'spinbutton',
  'tab',
  'DisclosureTriangle',
  'progressbar',
  'DateTime', // its inner controls belong to the browser
])

/** Roles that are announced before their content. */
const around = new Set([
  'banner',
  'navigation',
  'main',
  'contentinfo',
  'region',
  'form',
  'dialog',
  'alert',
  'status',
  'list',
  'listitem',
  'article',
  'group',
  'radiogroup',
  'table',
  'row',
  'figure',
  'complementary',
  'search',
])

const states = ['disabled', 'required', 'invalid', 'checked', 'expanded', 'pressed', 'level'] as const

const said = (value: Value | undefined) => (typeof value?.value === 'string' ? value.value.trim() : '')

const isOff = (value: unknown) => value === undefined || value === false || value === 'false'

/**
 * What a screen reader announces for a part of a page, in order, one line for each element, from the browser's
 * accessibility tree. Numbers that differ for each order are masked.
 */
export async function spoken(page: Page, part: Locator): Promise<string> {
  let before = ''
  for (;;) {
    const now = await spokenNow(page, part)
    if (now === before) return now
    before = now
    await page.evaluate(() => new Promise((done) => requestIdleCallback(done)))
  }
}

async function spokenNow(page: Page, part: Locator): Promise<string> {
  const session = await page.context().newCDPSession(page)
  const handle = await part.elementHandle()
  await handle?.evaluate((element) => element.setAttribute('data-spoken', ''))
  const { root } = (await session.send('DOM.getDocument', { depth: 0 })) as { root: { nodeId: number } }
  const { nodeId } = await session.send('DOM.querySelector', { nodeId: root.nodeId, selector: '[data-spoken]' })
  const { node } = (await session.send('DOM.describeNode', { nodeId })) as { node: { backendNodeId: number } }
  const { nodes } = (await session.send('Accessibility.getFullAXTree')) as { nodes: Node[] }
  await handle?.evaluate((element) => element.removeAttribute('data-spoken'))
  await session.detach()

  const byId = new Map(nodes.map((one) => [one.nodeId, one]))
  const lines: string[] = []
  /** Adds the links and buttons inside a heading. */
  const pressable = (one: Node, indent: string): void => {
    for (const child of (one.childIds ?? []).map((id) => byId.get(id))) {
      if (!child) continue
      const role = said(child.role)
      if (!child.ignored && (role === 'link' || role === 'button')) lines.push(`${indent}${role} “${said(child.name)}”`)
      else pressable(child, indent)
    }
  }
  const visit = (one: Node, depth: number) => {
    const role = said(one.role)
    const name = said(one.name)
    const indent = '  '.repeat(depth)
    const children = () => (one.childIds ?? []).map((id) => byId.get(id)).filter((child) => child !== undefined)
    if (!one.ignored && role === 'StaticText') {
      if (name) lines.push(`${indent}${name}`)
      return
    }
    if (!one.ignored && whole.has(role)) {
      const properties = (one.properties ?? [])
        .filter(({ name: key, value }) => (states as readonly string[]).includes(key) && !isOff(value.value))
        .map(({ name: key, value }) =>
          value.value === true || value.value === 'true' ? key : `${key} ${String(value.value)}`,
        )
      const more = [said(one.description), ...properties].filter(Boolean).join(', ')
      lines.push(`${indent}${role} “${name}”${more && ` (${more})`}`)
      if (role === 'heading') pressable(one, `${indent}  `)
      return
    }
    let inside = depth
    if (!one.ignored && around.has(role)) {
      lines.push(`${indent}${role}${name && ` “${name}”`}`)
      inside++
    }
    for (const child of children()) visit(child, inside)
  }
  const start = nodes.find(({ backendDOMNodeId }) => backendDOMNodeId === node.backendNodeId)
  if (!start) throw new Error('the part is not in the accessibility tree')
  visit(start, 0)
  return masked(lines.join('\n'))
}

/** Masks what differs from run to run. */
const masked = (text: string) =>
  text
    .replaceAll(/(INV|OR)-\d{4}-\d{6}/g, '$1-…')
    .replaceAll(/\b(?=[2-9A-HJKMNP-Z]*[A-Z])(?=[2-9A-HJKMNP-Z]*\d)[2-9A-HJKMNP-Z]{10}\b/g, '<reference>')
    .replaceAll(/\b[A-HJKMNP-Z]{10}\b/g, '<reference>')
    .replaceAll(/\d{1,2}:\d{2}(:\d{2})?\s?([ap]m|noon)?/g, '<time>')
    .replaceAll(/(上午|下午|晚上|凌晨|中午|早上)<time>/g, '<time>')
    .replaceAll(/devotee-\d+@/g, 'devotee-…@')
    .replaceAll(/\+65\s?8\d{3}\s?\d{4}/g, '+65 8…')
    .replaceAll(/\b\d+ (seconds|minutes)/g, '<some> $1')
    .replaceAll(/\d+(秒|分钟)/g, '<some>$1')
