import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { dateTime } from '../../i18n/format.ts'
import { makeT } from '../../i18n/messages.ts'
import { messages } from '../../site/testing/show-page.tsx'
import type { StaffUser } from '../kit/session/session.tsx'
import { serve } from '../testing/serve-records.ts'
import { showOffice } from '../testing/show-office.tsx'
import { emptyToday, showToday } from '../testing/show-today.tsx'
import { TodayPage } from './today-page.tsx'

afterEach(() => vi.unstubAllGlobals())

it('names the responsible role for each open task, and links only to areas that the user may open', async () => {
  const { t } = await showToday(
    {
      others: [
        { what: 'transfers', count: 7, sum: 81200, for: ['treasurer'] },
        { what: 'names', count: 3, for: ['ritual'] },
      ],
    },
    ['admin'],
    ['payments', 'audit'],
  )
  const [transfers, names] = within(
    screen.getByRole('heading', { name: t('today.others') }).closest('section') ?? document.body,
  ).getAllByRole('listitem')
  expect(transfers).toHaveTextContent('7 transfers to check, S$812.00')
  expect(transfers).toHaveTextContent(t('office.role-treasurer'))
  expect(within(transfers!).getByRole('link', { name: t('today.transfers-go') })).toHaveAttribute('href', '/payments')
  expect(names).toHaveTextContent(t('office.role-ritual'))
  expect(within(names!).queryByRole('link')).toBeNull()
})

it.each(['en', 'zh'] as const)(
  'shows free disk space, rounded down, and advice below the limit (%s)',
  async (locale) => {
    const { t } = await showToday(
      {
        machine: [
          {
            what: 'disk',
            state: 'low',
            bad: true,
            count: 0,
            free: 1_099_999_999,
            size: 250_059_350_016,
            needed: 1_100_000_000,
          },
        ],
      },
      ['admin'],
      ['audit'],
      locale,
    )
    expect(screen.getByText(t('today.machine-disk-low', { free: '1 GB', size: '250 GB' }))).toBeVisible()
    expect(screen.getByText(t('today.machine-do-disk-low', { needed: '1.1 GB' }))).toBeVisible()
  },
)

it('counts the names of upcoming lists', async () => {
  const list = { id: 'c', title: { en: 'Full moon', zh: '十五诵经' }, startsAt: '2026-11-23T01:30:00Z' }
  const { t } = await showToday(
    {
      gatherings: [
        { ...list, names: 1214, look: 3, unpaid: 5, closesAt: '2026-11-22T12:00:00Z' },
        { ...list, id: 'd', names: 1, look: 0, unpaid: 0 },
      ],
    },
    ['ritual'],
    ['print'],
  )
  expect(screen.getByText('1,214 names paid')).toBeVisible()
  expect(screen.getByText('1 name paid')).toBeVisible()
  expect(screen.getByText(t('today.gathering-look', { count: 3, shown: '3' }))).toBeVisible()
  expect(screen.getAllByText(t('today.gathering-closed'))).toHaveLength(1)
})

it('describes each role, and what it can try out safely', async () => {
  const { t, change } = await showToday(
    { new: true, firstDay: { record: '', over: false } },
    ['editor', 'counter'],
    ['pages', 'walk-in'],
  )
  expect(screen.getByRole('heading', { name: t('today.role-editor') })).toBeVisible()
  expect(screen.getByText(t('today.try-practice'))).toBeVisible()
  expect(screen.getByRole('link', { name: t('today.try-counter-go') })).toHaveAttribute('href', '/walk-in')
  expect(screen.queryByRole('link', { name: t('today.try-editor-go') })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: /^用中文看/ }))
  expect(change).toHaveBeenCalledWith('zh')
})

it('strikes through cancelled events, and labels tomorrow’s as tomorrow', async () => {
  const event = {
    key: 'e',
    title: { en: 'Chanting', zh: '诵经' },
    place: { en: 'Hall', zh: '大殿' },
    lunar: '十月十五',
  }
  const { t } = await showToday(
    {
      events: [
        { ...event, startsAt: '2026-11-22T15:59:00Z', endsAt: '2026-11-22T17:00:00Z' },
        { ...event, startsAt: '2026-11-22T16:00:00Z', endsAt: '2026-11-22T17:00:00Z', cancelled: true },
      ],
    },
    ['editor'],
    ['events'],
  )
  const [today, tomorrow] = within(
    screen.getByRole('heading', { name: t('today.events') }).closest('section') ?? document.body,
  ).getAllByRole('listitem')
  expect(today).toHaveTextContent(`${t('office.today')} Chanting`)
  expect(tomorrow).toHaveTextContent(t('office.tomorrow'))
  expect(tomorrow!.querySelector('del')).toHaveTextContent('Chanting')
})

it.each(['en', 'zh'] as const)('shows the state of the newest backup and of the replicas (%s)', async (locale) => {
  const { t } = await showToday(
    {
      machine: [
        { what: 'backup', state: 'good', bad: false, count: 0, at: '2026-11-21T19:00:00Z', size: 412_000_000 },
        { what: 'replicas', state: 'behind', bad: true, count: 1, content: 1284 },
      ],
    },
    ['admin'],
    ['audit'],
    locale,
  )
  const age = t('today.machine-age-hours', { count: 7 })
  expect(screen.getByText(t('today.machine-backup-size', { size: '412 MB', age }))).toBeVisible()
  expect(screen.getByText(t('today.machine-replicas-behind', { count: 1, content: '1,284' }))).toBeVisible()
  expect(screen.getByText(t('today.machine-do-replicas-behind'))).toBeVisible()
})

it.each(['en', 'zh'] as const)(
  'shows why no backup could be test-restored, and which ones are damaged (%s)',
  async (locale) => {
    const at = '2026-11-21T19:00:00Z'
    const { t } = await showToday(
      {
        machine: [
          { what: 'backup', state: 'damaged', bad: true, count: 0, at },
          { what: 'proxy', state: 'unknown', bad: true, count: 0 },
          { what: 'check', state: 'untried', bad: false, count: 0, at, needed: 4_200_000_000, free: 900_000_000 },
        ],
      },
      ['admin'],
      ['audit'],
      locale,
    )
    const when = dateTime(locale, at)
    expect(
      screen.getByText(t('today.machine-check-untried', { at: when, needed: '4.2 GB', free: '900 MB' })),
    ).toBeVisible()
    expect(screen.getByText(t('today.machine-backup-damaged', { at: when }))).toBeVisible()
    expect(screen.getByText(t('today.machine-do-backup-damaged'))).toBeVisible()
    expect(screen.getByText(t('today.machine-do-proxy-unknown'))).toBeVisible()
  },
)

it('shows when the size of a backup is unknown', async () => {
  const { t } = await showToday(
    { machine: [{ what: 'backup', state: 'old', bad: true, count: 0, at: '2026-11-19T02:00:00Z' }] },
    ['admin'],
    ['audit'],
  )
  const age = t('today.machine-age-days', { count: 3 })
  expect(screen.getByText(t('today.machine-backup-no-size', { age }))).toBeVisible()
})

it('shows last year’s numbers beside this year’s, and a banner’s end among automatic events', async () => {
  const day = { came: 421_600, orders: 61, cash: 0, back: 0, refunds: 0, nextInvoice: 'INV-1', nextReceipt: 'OR-1' }
  const { t } = await showToday(
    {
      tomorrow: 'fifteenth',
      tomorrowBefore: { day: '2025-12-04', came: 648_000, orders: 112 },
      yesterday: {
        ...day,
        before: { day: '2025-11-21', came: 300_000, orders: 1 },
        year: { this: 900_000, last: 800_000, since: '2025-03-03' },
      },
      coming: [
        {
          what: 'banner',
          at: '2026-12-16T16:00:00Z',
          kind: 'banner',
          record: 'b',
          title: { en: 'Solstice', zh: '冬至' },
        },
      ],
      waiting: [{ what: 'answers', count: 1, since: '2026-11-22T00:00:00Z', id: 'e1' }],
    },
    ['treasurer', 'editor'],
    ['inbox', 'banners'],
  )
  expect(screen.getByText(t('today.tomorrow-before', { count: 112, sum: 'S$6,480.00' }))).toBeVisible()
  expect(screen.getByText(t('today.before-day', { count: 1, sum: 'S$3,000.00' }))).toBeVisible()
  expect(screen.getByText(t('today.year', { sum: 'S$9,000.00' }))).toBeVisible()
  expect(screen.getByText(t('today.year-since', { day: '3 Mar 2025', sum: 'S$8,000.00' }))).toBeVisible()
  expect(screen.getByRole('link', { name: t('today.banner', { title: 'Solstice' }) })).toHaveAttribute(
    'href',
    '/banners/b',
  )
  expect(screen.getByRole('link', { name: t('today.answers-go') })).toHaveAttribute('href', '/inbox/e1')
  expect(screen.getByText(t('today.answers-text'))).toBeVisible()
})

it.each(['en', 'zh'] as const)('names a single waiting item, and shows who has waited longest (%s)', async (locale) => {
  const title = { en: 'Our history', zh: '本寺历史' }
  const { t } = await showToday(
    {
      called: '秀英',
      waiting: [
        { what: 'drafts', count: 1, names: [title] },
        { what: 'missing', count: 1, names: [{ en: 'Volunteering', zh: '' }], lacks: 'zh' },
        { what: 'older', count: 2, names: [title, { en: 'Visiting', zh: '参访' }] },
        { what: 'staff', count: 1, names: [{ en: 'Ng', zh: '黄' }], lacks: 'second-step' },
        {
          what: 'imports',
          count: 1,
          names: [{ en: 'a.csv', zh: 'a.csv' }],
          id: 'i1',
          ready: { rows: 1204, ready: 1153, decide: 20 },
        },
        {
          what: 'inbox',
          count: 4,
          mine: 1,
          oldest: { name: '林国华', text: 'A tablet?' },
          since: '2026-11-19T02:00:00Z',
        },
        {
          what: 'alike',
          count: 2,
          id: 'e1',
          oldest: { name: '林国华', text: 'A niche?' },
          since: '2026-11-19T02:00:00Z',
        },
        { what: 'letters', count: 1, oldest: { name: 'a@b.example', why: 'refused', tries: 5 } },
        { what: 'transfers', count: 7, sum: 81_200, short: 2, since: '2026-11-21T00:00:00Z' },
      ],
    },
    ['admin', 'editor'],
    ['pages', 'imports'],
    locale,
  )
  const name = title[locale]
  for (const words of [
    t('today.good-morning', { name: '秀英' }),
    t('today.drafts-named', { name }),
    t('today.missing-named-zh', { name: 'Volunteering' }),
    t('today.older', { count: 2 }),
    t('today.staff-named-second-step', { name: locale === 'en' ? 'Ng' : '黄' }),
    t('today.imports-decide', { count: 20, name: 'a.csv' }),
  ])
    expect(screen.getByRole('heading', { name: words })).toBeVisible()
  expect(screen.getByText(t('today.imports-ready', { count: 1153, shown: '1,153', rows: '1,204' }))).toBeVisible()
  expect(screen.getByText(t('today.oldest', { name: '林国华', text: 'A tablet?' }))).toBeVisible()
  expect(screen.getByText(t('today.oldest', { name: '林国华', text: 'A niche?' }))).toBeVisible()
  expect(screen.getByText(t('today.alike-text'))).toBeVisible()
  expect(screen.getByText(t('today.letters-oldest', { name: 'a@b.example', count: 5 }))).toBeVisible()
  expect(screen.getByText(t('office.letter-why-refused'))).toBeVisible()
  expect(screen.getByText(new RegExp(t('today.transfers-short', { count: 2 })))).toBeVisible()
  expect(screen.getByText(new RegExp(t('today.inbox-mine', { count: 1 })))).toBeVisible()
  expect(screen.getByText(new RegExp(t('today.unseen')))).toBeVisible()
  expect(screen.getByRole('link', { name: t('today.imports-go') })).toHaveAttribute('href', '/imports/i1')
})

it('asks how to greet the user, and uses the answer', async () => {
  let called = ''
  const asked = serve({
    'GET /api/admin/today': () => ({ ...emptyToday, called }),
    'PUT /api/admin/greeting': (body: { called: string }) => {
      ;({ called } = body)
      return { called }
    },
  })
  const user = { id: 'u', name: 'Tan Mei Ling', chineseName: '陈美玲', roles: ['editor'] } as unknown as StaffUser
  showOffice(<TodayPage user={user} areas={[]} id="" />, 'zh')
  const t = makeT('zh', messages.zh)
  expect(
    await screen.findByRole('heading', { level: 1, name: t('today.good-morning', { name: '陈美玲' }) }),
  ).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: t('today.call-me') }))
  await userEvent.type(screen.getByRole('textbox', { name: t('today.call-me-label') }), '美玲')
  await userEvent.click(screen.getByRole('button', { name: t('common.save') }))
  expect(
    await screen.findByRole('heading', { level: 1, name: t('today.good-morning', { name: '美玲' }) }),
  ).toBeVisible()
  expect(asked.find(({ method }) => method === 'PUT')?.body).toEqual({ called: '美玲' })
})

it.each(['en', 'zh'] as const)('lists upcoming price changes, and what only the counter sells (%s)', async (locale) => {
  const { t } = await showToday(
    {
      notes: [
        {
          what: 'price',
          record: 'r',
          title: { en: 'Blessing lamp · Family', zh: '光明灯 · 合家' },
          at: '2026-12-31T16:00:00Z',
          price: 9800,
          before: 8800,
          renewals: 54,
          left: 0,
        },
        { what: 'counter-only', record: 's', title: { en: 'Shop lamp', zh: '商号灯' }, left: 12 },
      ],
    },
    ['treasurer'],
    ['prices'],
    locale,
  )
  const [price, counter] = within(
    screen.getByRole('heading', { name: t('today.notes') }).closest('section') ?? document.body,
  ).getAllByRole('listitem')
  expect(price).toHaveTextContent(locale === 'zh' ? '2027年1月1日起S$98.00' : 'S$98.00 from 1 Jan 2027')
  expect(price).toHaveTextContent('S$88.00')
  expect(price).toHaveTextContent(t('today.note-renewals', { count: 54 }))
  expect(within(price!).getByRole('link')).toHaveAttribute('href', '/prices/r')
  expect(counter).toHaveTextContent(t('today.note-counter', { count: 12 }))
  expect(within(counter!).queryByRole('link')).toBeNull()
})

it('shows whether this year’s receipt numbers have no gaps', async () => {
  const day = { came: 0, orders: 0, cash: 0, back: 0, refunds: 0, nextInvoice: 'INV-1', nextReceipt: 'OR-2' }
  const { t } = await showToday({ yesterday: { ...day, receipts: { given: 7, missing: 0 } } }, ['treasurer'], [])
  expect(screen.getByText(t('today.no-gaps'))).toBeVisible()
  document.body.replaceChildren()
  await showToday({ yesterday: { ...day, receipts: { given: 7, missing: 2 } } }, ['treasurer'], [])
  expect(screen.getByText('2 numbers of this year have no receipt: tell whoever looks after the system')).toBeVisible()
  expect(screen.queryByText(t('today.no-gaps'))).toBeNull()
})

it('shows why a cash count differed, in the words of the person on shift', async () => {
  const oldest = { name: 'Goh Siew Eng', text: 'gave change twice' }
  await showToday(
    { waiting: [{ what: 'differences', count: 1, sum: -200, id: 's', oldest }] },
    ['treasurer'],
    ['counter'],
  )
  expect(screen.getByText('Goh Siew Eng: “gave change twice”')).toBeVisible()
})

it('reminds the one colleague who still cannot log in, once a day', async () => {
  const names = [{ en: 'Ng Wei Jie', zh: '黄伟杰' }]
  const waiting = [{ what: 'staff' as const, count: 1, id: 'u7', lacks: 'second-step' as const, names }]
  let reminded = false
  const sent = serve({
    'GET /api/admin/today': () => ({ ...emptyToday, waiting: waiting.map((one) => ({ ...one, reminded })) }),
    'POST /api/admin/staff/u7/remind': () => {
      reminded = true
      return { sentTo: 'wei.jie@temple.example' }
    },
  })
  const user = { id: 'u', name: 'Tan', roles: ['admin'] } as unknown as StaffUser
  showOffice(<TodayPage user={user} areas={['staff']} id="" />, 'en')
  await userEvent.click(await screen.findByRole('button', { name: 'Remind Ng Wei Jie' }))
  expect(await screen.findByText('Reminded today')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Remind Ng Wei Jie' })).toBeNull()
  expect(sent.filter((one) => JSON.stringify(one).includes('remind'))).toHaveLength(1)
})

it.each([
  ['columns', 'Its columns must be named'],
  ['failed', 'It could not be read: please undo it and download it again as CSV or Excel'],
  ['lost', 'The stored file is lost: please upload the same file again'],
  ['stopped', 'Reading has stopped, and can be continued'],
  [undefined, 'Each page says what is needed'],
] as const)('shows what blocks a bank file: %s', async (lacks, words) => {
  await showToday({ waiting: [{ what: 'bank-files', count: 2, id: 's', lacks }] }, ['treasurer'], ['bank'])
  expect(screen.getByText(words)).toBeVisible()
})

it('reports bank statement rows that were not parsed, with a link', async () => {
  await showToday({ waiting: [{ what: 'bank-rows', count: 3, id: 's' }] }, ['treasurer'], ['bank'])
  expect(screen.getByText('3 rows of the bank statements were not read')).toBeVisible()
  expect(screen.getByRole('link', { name: 'Open the statement' })).toHaveAttribute('href', '/bank/s')
})
