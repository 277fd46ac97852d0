import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ComponentType } from 'react'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { expectAnswers } from '../api/client.ts'
import { makeT, type Locale } from '../i18n/messages.ts'
import { messages } from '../site/testing/show-page.tsx'
import { answers } from './answers.gen.ts'
import { areas } from './areas.ts'
import { OfficeApp } from './office-app.tsx'

/** What fails to render: the menu, or the content of an area. */
const broken = vi.hoisted(() => ({
  menu: false,
  page: false,
  around:
    <Props extends object>(Page: ComponentType<Props>) =>
    (props: Props) => {
      if (broken.page) throw new Error('a page broke')
      return <Page {...props} />
    },
}))

vi.mock(import('./areas.ts'), async (original) => {
  const whole = await original()
  const areas = whole.areas.map((area) => {
    const list = broken.around(area.list)
    return { ...area, list, one: area.one && (area.one === area.list ? list : broken.around(area.one)) }
  })
  const areasOf = (roles: readonly string[]) => {
    const own = whole.areasOf(roles).map(({ id }) => id)
    return areas.filter(({ id }) => own.includes(id))
  }
  return { ...whole, areas, areasOf } as unknown as typeof whole
})

vi.mock(import('./menu.tsx'), async (original) => {
  const { Menu } = await original()
  return {
    Menu: (props) => {
      if (broken.menu) throw new Error('the menu broke')
      return <Menu {...props} />
    },
  }
})

const roles = ['counter', 'treasurer', 'editor', 'ritual', 'admin']
const user = { id: 'u', name: 'Tan Mei Ling', roles, locale: 'en', textSize: 0, email: '', mobile: '' }
const portal = '<!doctype html><html><body><h1>Welcome to the hotel</h1></body></html>'

/** The subpages of an area besides its records. */
const below: Record<string, string[]> = {
  payments: ['?tab=rejected'],
  refunds: ['/transfer', '/done'],
  bank: ['/1?tab=matched'],
  counter: ['?q=tan', '/shift'],
  'walk-in': ['/items', '/names', '/payer', '/pay', '/waiting'],
  accounts: ['/list?of=payments&from=2026-11-01&to=2026-11-30', '/months', '/codes'],
  words: ['/point'],
  members: ['?q=tan'],
  imports: ['/new'],
  ceremonies: ['/tai-sui', '/1?check=all', '/1?read'],
  print: ['?tab=layouts', '/run-new', '/run-export', '/run-1'],
}
const lists = areas.map(({ id }) => `/${id}`)
const ofAreas = areas.flatMap(({ id, one }) => [`/${id}`, ...(one ? [`/${id}/1`] : [])])
const addresses = [...ofAreas, ...Object.entries(below).flatMap(([id, ends]) => ends.map((end) => `/${id}${end}`))]
/** These pages send no request before the user types or clicks. */
const asksNothing = ['/counter', '/members', '/imports/new']

/** Opens the office at an address; every call except the session's is answered with `body()`. */
function openOffice(address: string, body: () => string, locale: Locale = 'en') {
  document.documentElement.lang = locale
  vi.stubGlobal('fetch', async (url: string) => {
    const session = url.startsWith('/api/_auth/session')
    return new Response(session ? JSON.stringify({ user }) : body())
  })
  history.replaceState(null, '', `/admin${address}`)
  render(<OfficeApp first={{ locale, messages: messages[locale] }} />)
  return makeT(locale, messages[locale])
}

beforeAll(() => expectAnswers(answers)) // as main.tsx does
afterEach(() => {
  vi.unstubAllGlobals()
  Object.assign(broken, { menu: false, page: false })
  history.replaceState(null, '', '/')
})

// The client refuses both in one place, so the second is tried on the lists only.
describe.each([
  ['an object that has nothing of what was promised', '{}', addresses],
  ['the page of a network that asks to sign in', portal, lists],
])('office pages when the server answers %s', (_, body, pages) => {
  it.each(pages)('after an unusable server answer, the page %s keeps its menu and shows an error', async (address) => {
    const t = openOffice(address, () => body)
    const [said] = asksNothing.includes(address)
      ? await screen.findAllByRole('heading', { level: 1 })
      : await screen.findAllByText(t('office.failed-answer'))
    expect(said).toBeVisible()
    expect(screen.getByLabelText(t('office.menu'))).toBeInTheDocument()
  })
})

describe('an office page that fails to render', () => {
  it.each(ofAreas)('when %s fails to render, the menu stays and the retry button has the focus', async (address) => {
    broken.page = true
    const t = openOffice(address, () => '{}')
    expect(await screen.findByRole('heading', { level: 1, name: t('office.broken') })).toBeInTheDocument()
    expect(screen.getByRole('button', { name: t('common.try-again') })).toHaveFocus()
    expect(screen.getByLabelText(t('office.menu'))).toBeInTheDocument()
    vi.mocked(console.error).mockClear() // React logs the caught error
  })

  it('a page that failed to render is rendered again on retry', async () => {
    broken.page = true
    const t = openOffice('/letters', () => '{"items":[],"total":0,"more":false}', 'zh')
    const again = await screen.findByRole('button', { name: '再试一次' })
    vi.mocked(console.error).mockClear()
    broken.page = false
    await userEvent.click(again)
    expect(await screen.findByRole('heading', { level: 1, name: t('office.area-letters') })).toBeInTheDocument()
    expect(screen.queryByText(t('office.broken'))).toBeNull()
  })

  it('a page that failed to render is replaced when the user opens another page from the menu', async () => {
    broken.page = true
    const t = openOffice('/letters', () => '{}')
    await screen.findByText(t('office.broken'))
    vi.mocked(console.error).mockClear()
    broken.page = false
    await userEvent.click(screen.getByRole('link', { name: t('office.area-late') }))
    expect(await screen.findByRole('heading', { level: 1, name: t('office.area-late') })).toBeInTheDocument()
  })
})

it.each(['en', 'zh'] as const)(
  'when the whole office fails, it shows an error in %s with a retry button',
  async (locale) => {
    broken.menu = true
    const t = openOffice('/today', () => '{}', locale)
    expect(await screen.findByRole('heading', { level: 1, name: t('office.broken') })).toBeInTheDocument()
    expect(screen.getByRole('button', { name: t('common.try-again') })).toHaveFocus()
    vi.mocked(console.error).mockClear()
  },
)

it.each(['/no-such-area', '/audit/1/2'])('an unknown address (%s) shows the menu and one link', async (address) => {
  const t = openOffice(address, () => '{}')
  const main = within((await screen.findByRole('heading', { level: 1, name: t('office.lost') })).closest('main')!)
  expect(main.getAllByRole('link')).toEqual([
    main.getByRole('link', { name: t('office.lost-to', { area: t('office.area-today') }) }),
  ])
  expect(main.queryByRole('button')).toBeNull()
  expect(screen.getByRole('navigation', { name: t('office.menu') })).toBeInTheDocument()
})
