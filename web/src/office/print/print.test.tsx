import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { makeT } from '../../i18n/messages.ts'
import { messages } from '../../site/testing/show-page.tsx'
import { dismissToast, toastStore } from '../../ui/toast-store.ts'
import { serve, type Answer } from '../testing/serve.ts'
import { showOffice } from '../testing/show-office.tsx'
import type { Run } from './run-queries.ts'
import { PrintPage } from './print-page.tsx'
import { RunPage } from './run-page.tsx'
import { begunRun, kindsOf, runDraftOf } from './run-typed.ts'

const none = { waiting: 0, good: 0, spoiled: 0, stale: 0, withdrawn: 0, replaced: 0, blank: 0, dropped: 0 }
const one: Run = {
  id: 'r1',
  source: 'ceremony',
  sourceId: 'c1',
  title: { en: 'Winter solstice', zh: '冬至法会' },
  no: 12,
  kind: 'tablet',
  which: 'ready',
  sitting: 0,
  layoutKey: 'tablet-two',
  layoutName: 'Tablets, two on A4',
  layoutVersion: 1,
  sheet: 'A4-2',
  sort: 'place',
  why: '',
  boxes: false,
  offsetX: 0,
  offsetY: 0,
  state: 'ready',
  problem: '',
  stuck: false,
  total: 1203,
  sheets: 602,
  drawn: 602,
  counts: { ...none, waiting: 1203 },
  leftOut: [],
  leftOutCount: 0,
  hasFile: true,
  fileUntil: '2026-12-09T04:00:00Z',
  bytes: 3_100_000,
  by: 'Li Huixin',
  createdAt: '2026-11-22T10:12:00Z',
  readyAt: '2026-11-22T10:12:03Z',
  endedBy: '',
}
const path = '/api/admin/run/r1'
const at = (run: Partial<Run>, more: Record<string, Answer> = {}) =>
  serve({ [`GET ${path}`]: [200, { ...one, ...run }], ...more })

beforeEach(() => {
  window.history.replaceState(null, '', '/')
  vi.stubGlobal('scrollTo', () => {})
  HTMLDialogElement.prototype.showModal = function () {
    this.open = true
  }
  HTMLDialogElement.prototype.close = function () {
    this.open = false
  }
})
afterEach(() => {
  vi.unstubAllGlobals()
  for (const { id } of toastStore.current()) dismissToast(id)
})

describe.each(['en', 'zh'] as const)('a print run in %s', (locale) => {
  const t = makeT(locale, messages[locale])
  const show = () => showOffice(<RunPage id="r1" />, locale)

  it('a print run shows its progress while the PDF is made', async () => {
    at({ state: 'running', hasFile: false, drawn: 318 })
    show()
    const bar = await screen.findByRole('progressbar')
    expect(bar).toHaveAttribute('value', '318')
    expect(screen.getByText(new RegExp(t('print.run-sheet', { done: 318, all: 602 })))).toBeVisible()
    expect(screen.queryByText(t('print.accept-title'))).toBeNull()
  })

  it.each([
    [
      'a disk that is full',
      { state: 'failed', problem: 'run-storage' },
      'print.problem-run-storage',
      'print.run-again',
    ],
    ['a replica that died', { state: 'running', stuck: true }, 'print.run-stuck', 'print.run-again'],
    ['a file that is gone', { state: 'ready' }, 'print.run-file-gone', 'print.run-make-again'],
  ] as const)('a print run continues after %s', async (_, part, said, button) => {
    const sent = at({ ...part, hasFile: false })
    show()
    expect(await screen.findByText(t(said))).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: t(button) }))
    await waitFor(() => expect(sent).toHaveLength(1))
    expect(sent[0]).toMatchObject({ call: `POST ${path}/again` })
    expect(sent[0]?.key).not.toBeNull()
  })

  it('a print run does not count as printed before its outcome is entered', async () => {
    at({})
    show()
    const step = (await screen.findByText(t('print.step-print'))).closest('li')
    expect(step).toHaveAttribute('aria-current', 'step')
  })

  it('a print run lists for each piece its names, and for each left-out entry the reason', async () => {
    const whys = ['no-glyph', 'private-use', 'does-not-fit', 'other-layout', 'in-another-run', 'no-name'] as const
    at(
      {
        leftOutCount: whys.length,
        leftOut: whys.map((why, i) => ({
          entryId: `e${i}`,
          no: i + 1,
          name: '王',
          why,
          chars: '🙏',
          layout: '大灯牌',
        })),
      },
      {
        [`GET ${path}/piece`]: [
          200,
          {
            items: [
              {
                seq: 1,
                entryId: 'e9',
                useId: '',
                no: 9,
                revision: 1,
                name: '陈美玲、林国华',
                place: '',
                sheet: 1,
                slot: 1,
                outcome: '',
              },
            ],
          },
        ],
      },
    )
    show()
    expect(await screen.findByText('陈美玲、林国华')).toBeVisible()
    expect(screen.getByText(t('print.left-other-layout', { layout: '大灯牌' }))).toBeVisible()
    expect(screen.getByText(t('print.left-no-glyph', { chars: '🙏 (U+1F64F)' }))).toBeVisible()
  })

  it('a print run is confirmed except for spoiled sheets; unknown sheet numbers are refused', async () => {
    const sent = at(
      {},
      { [`POST ${path}/accept`]: [200, { ...one, state: 'accepted', counts: { ...none, good: 1195 } }] },
    )
    show()
    await userEvent.click(await screen.findByRole('button', { name: t('print.accept-send') }))
    expect(screen.getByText(t('print.accept-choose'))).toBeVisible()
    await userEvent.click(screen.getByRole('radio', { name: new RegExp(t('print.accept-some')) }))
    await userEvent.type(screen.getByLabelText(t('print.accept-which')), '603')
    await userEvent.click(screen.getByRole('button', { name: t('print.accept-send') }))
    expect(screen.getByText(t('fault.run-sheets', { max: 602 }))).toBeVisible()
    expect(sent).toHaveLength(0)
    await userEvent.clear(screen.getByLabelText(t('print.accept-which')))
    await userEvent.type(screen.getByLabelText(t('print.accept-which')), '87, 120-122')
    await userEvent.click(screen.getByRole('button', { name: t('print.accept-send') }))
    await waitFor(() => expect(sent).toHaveLength(1))
    expect(sent[0]?.body).toEqual({
      spoiled: [
        { from: 87, to: 87 },
        { from: 120, to: 122 },
      ],
    })
    expect(await screen.findByText(t('print.accepted-toast', { count: 1195 }))).toBeVisible()
  })

  it('a print run lists the sheets to remove first, and reprints corrected names', async () => {
    const sent = at({
      state: 'accepted',
      endedBy: 'Tan',
      endedAt: '2026-11-22T11:00:00Z',
      counts: { ...none, good: 1200, stale: 2, withdrawn: 1 },
    })
    show()
    expect(await screen.findByText(t('print.outcome-text-withdrawn'))).toBeVisible()
    await userEvent.click(screen.getByRole('link', { name: new RegExp(t('print.outcome-stale')) }))
    await userEvent.click(await screen.findByRole('button', { name: t('print.reprint-stale', { count: 2 }) }))
    await waitFor(() => expect(sent[0]).toMatchObject({ call: `POST ${path}/reprint`, body: { which: 'stale' } }))
  })

  it('a print run is cancelled after confirmation', async () => {
    const sent = at({}, { [`POST ${path}/cancel`]: [400, { code: 'run-accepted', title: 'Tan has confirmed' }] })
    show()
    await userEvent.click(await screen.findByRole('button', { name: t('print.run-cancel') }))
    expect(sent).toHaveLength(0)
    const buttons = screen.getAllByRole('button', { name: t('print.run-cancel') })
    await userEvent.click(buttons.at(-1) as HTMLElement)
    expect(await screen.findByText('Tan has confirmed')).toBeVisible()
  })

  it('a print run is listed with its next step', async () => {
    serve({
      'GET /api/admin/run': [200, { items: [{ ...one, state: 'accepted', counts: { ...none, good: 1, stale: 2 } }] }],
    })
    showOffice(<PrintPage />, locale)
    const link = await screen.findByRole('link', {
      name: t('print.run-of', { kind: t('print.kind-one-tablet'), no: 12 }),
    })
    expect(link).toHaveAttribute('href', '/print/run-r1')
    expect(screen.getByText(`${t('print.outcome-stale')} 2`)).toBeVisible()
  })
})

const source = (kind: string) => ({ offeringId: 'o', kind }) as never

describe('a new print run', () => {
  it('a new print run is filled in from the URL', () => {
    expect(begunRun('list=c1')).toMatchObject({ source: 'ceremony:c1', kind: 'tablet', which: 'ready', sort: 'number' })
    expect(begunRun('hall=main')).toMatchObject({ source: 'hall:main', kind: 'label', sort: 'place' })
    expect(begunRun('list=c1&entries=a,b')).toMatchObject({ which: 'chosen', entries: ['a', 'b'] })
    expect(begunRun('list=c1&late=1&kind=list')).toMatchObject({ which: 'late', kind: 'list' })
  })

  it('a new print run offers the papers for what a ceremony collects, and its name list', () => {
    expect(kindsOf({ paper: true, sources: [source('departed'), source('lamp')] })).toEqual(['tablet', 'label', 'list'])
    expect(kindsOf({ paper: true, sources: [source('petition')] })).toEqual(['petition', 'list'])
    expect(kindsOf({ paper: false, sources: [source('living')] })).toEqual(['list'])
    // Kinds without a checked entry are not offered, unless all are.
    const both = { paper: true, sources: [source('departed'), source('lamp')] }
    expect(kindsOf(both, [{ kind: 'label' }])).toEqual(['label', 'list'])
    expect(kindsOf(both, [])).toEqual(['tablet', 'label', 'list'])
  })

  it('a new print run is created with the usual layout, a name list without one', () => {
    const layouts = [
      { key: 'five', kind: 'tablet', sheet: 'A4-5' },
      { key: 'two', kind: 'tablet', sheet: 'A4-2' },
    ] as never
    const typed = { ...begunRun('list=c1:2'), offsetX: '-1,5', first: '4' }
    expect(runDraftOf(typed, layouts)).toMatchObject({ sourceId: 'c1:2', layoutKey: 'two', offsetX: -15, first: 1 })
    expect(runDraftOf({ ...typed, layoutKey: 'five' }, layouts).layoutKey).toBe('five')
    expect(runDraftOf({ ...typed, kind: 'list' }, layouts)).not.toHaveProperty('layoutKey')
  })
})
