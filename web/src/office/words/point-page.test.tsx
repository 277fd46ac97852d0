import { fireEvent, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import type { StaffUser } from '../kit/session/session.tsx'
import { showOffice } from '../testing/show-office.tsx'
import { PointPage } from './point-page.tsx'
import { placeOfPage } from './use-pointing.ts'

const user = { id: 'u', name: 'Tan', roles: ['editor'] } as unknown as StaffUser
const side = { builtIn: 'Cart', live: 'Cart', draft: 'Cart', ours: false, waiting: false, rev: 0 }

function show(keys: string[]) {
  const asked: URLSearchParams[] = []
  vi.stubGlobal('fetch', async (url: string) => {
    const { pathname, searchParams } = new URL(url, 'http://x')
    if (pathname.endsWith('/place'))
      return new Response(JSON.stringify({ uses: [], pages: [{ use: 'page:home', path: '/', title: 'Home' }] }))
    if (pathname.endsWith('/said')) {
      asked.push(searchParams)
      return new Response(JSON.stringify({ items: keys.map((key) => ({ key, live: 'Cart' })) }))
    }
    const items = keys.map((key) => ({ key, uses: ['site'], names: [], sides: { en: side, zh: side } }))
    return new Response(
      JSON.stringify({ items, total: 1, every: 1, ours: 0, waiting: 0, changed: 0, parts: ['common'] }),
    )
  })
  showOffice(<PointPage user={user} />)
  return asked
}

/** A framed page with the visitors' text. */
function framed(html: string): { page: Document; pressed: () => void } {
  const frame = screen.getByTitle<HTMLIFrameElement>('The site as visitors see it')
  const empty = document.createElement('iframe') // an empty document
  document.body.append(empty)
  const page = empty.contentDocument
  if (!page) throw new Error('no page')
  if (page.defaultView) page.defaultView.Range.prototype.getClientRects = () => [] as unknown as DOMRectList // jsdom has no layout
  Object.defineProperty(frame, 'contentWindow', { value: empty.contentWindow })
  page.body.innerHTML = html
  const pressed = vi.fn<() => void>()
  page.body.addEventListener('click', pressed)
  fireEvent.load(frame)
  return { page, pressed }
}

afterEach(() => vi.unstubAllGlobals())

it('clicking a text opens it for editing and does nothing else on the page', async () => {
  const asked = show(['common.cart'])
  const { page, pressed } = framed('<a href="/cart">Cart</a>')
  const link = page.querySelector('a')
  expect(link && fireEvent.click(link)).toBe(false)
  expect(pressed).not.toHaveBeenCalled()
  const panel = await screen.findByRole('region', { name: 'You selected:' })
  expect(await within(panel).findByRole('textbox', { name: 'English' })).toHaveTextContent('Cart')
  expect(asked[0]?.get('text')).toBe('Cart')
})

it('offers a choice when several texts read the same', async () => {
  show(['common.cart', 'home.cart'])
  const { page } = framed('<p>Cart</p>')
  const text = page.querySelector('p')
  if (text) fireEvent.click(text)
  await userEvent.click(await screen.findByRole('radio', { name: 'home.cart' }))
  expect(screen.getByRole('radio', { name: 'home.cart' })).toBeChecked()
})

it('reports when no editable text is at the pointer', async () => {
  show([])
  const { page } = framed('<p>Our history</p>')
  const text = page.querySelector('p')
  if (text) fireEvent.click(text)
  expect(await screen.findByText(/This is not a sentence of the system/)).toBeVisible()
})

it('reports when there is no text at the pointer', async () => {
  const asked = show(['common.cart'])
  const { page } = framed('<main></main>')
  const empty = page.querySelector('main')
  if (empty) fireEvent.click(empty)
  expect(await screen.findByText('There is no text there. Press a sentence.')).toBeVisible()
  expect(asked).toEqual([])
})

it('lets links and buttons work in browse mode', async () => {
  show(['common.cart'])
  const { page, pressed } = framed('<button>Cart</button>')
  await userEvent.click(screen.getByRole('checkbox', { name: 'Press to open a sentence' }))
  const button = page.querySelector('button')
  if (button) fireEvent.click(button)
  expect(pressed).toHaveBeenCalledOnce()
  expect(screen.queryByRole('region', { name: 'You selected:' })).toBeNull()
})

it.each([
  ['/', '/', 'en'],
  ['/zh', '/', 'zh'],
  ['/zh/misc/faq', '/misc/faq', 'zh'],
  ['/zhang', '/zhang', 'en'],
])('finds the page and language of %s', (pathname, path, language) => {
  expect(placeOfPage(pathname)).toEqual({ path, language })
})
