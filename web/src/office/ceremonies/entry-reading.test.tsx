import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { makeT } from '../../i18n/messages.ts'
import { messages } from '../../site/testing/show-page.tsx'
import { serve } from '../testing/serve.ts'
import { showOffice } from '../testing/show-office.tsx'
import type { Ceremony, Entry, EntryMark } from './ceremony-queries.ts'
import { EntryReading } from './entry-reading.tsx'

const entry: Entry = {
  id: 'e1',
  no: 8,
  state: 'collected',
  kind: 'lamp',
  text: { kind: 'living', people: [{ name: '王小明' }] },
  original: { kind: 'living', people: [{ name: '王小明' }] },
  revision: 1,
  printed: 0,
  corrected: false,
  late: '',
  marks: [],
  sitting: 1,
  place: '',
  sponsor: 'Tan',
  order: 'INV-2026-000008',
  orderId: 'v1',
  same: 0,
  ceremonyId: 'c1',
  changes: [],
  twins: [],
  payer: 'Tan',
  mobile: '',
}
const ceremony = { id: 'c1', paper: true, sittings: [], counts: {} } as unknown as Ceremony

beforeEach(() => vi.stubGlobal('scrollTo', () => {}))

describe.each(['en', 'zh'] as const)('confirming the reading of a printed name in %s', (locale) => {
  const t = makeT(locale, messages[locale])
  const show = (marks: EntryMark[], paper = true) => {
    const onNext = vi.fn<() => void>()
    const sent = serve({
      'POST /api/admin/entry/e1/look': [200, { picture: '', paper: 'label', marks }],
      'POST /api/admin/entry/e1/check': [200, { ...entry, state: 'checked' }],
    })
    showOffice(
      <EntryReading
        entry={{ ...entry, marks }}
        ceremony={{ ...ceremony, paper }}
        may={{ keep: true } as never}
        first
        onNext={onNext}
        onPrevious={() => {}}
      />,
      locale,
    )
    return { onNext, checks: () => sent.filter(({ call }) => call.endsWith('/check')) }
  }

  it('Enter confirms a name that can be printed', async () => {
    const { onNext, checks } = show([{ code: 'rare', char: '䶮' }])
    await userEvent.keyboard('{Enter}')
    await waitFor(() => expect(onNext).toHaveBeenCalled())
    expect(checks()).toHaveLength(1)
  })

  it.each(['does-not-fit', 'no-glyph', 'private-use'])(
    'Enter opens the correction when the name cannot be printed: %s',
    async (code) => {
      const { onNext, checks } = show([{ code, char: code === 'does-not-fit' ? undefined : '🙏' }] as EntryMark[])
      expect(screen.queryByRole('button', { name: new RegExp(t('office.key-right-next')) })).toBeNull()
      await userEvent.keyboard('{Enter}')
      expect(await screen.findByRole('heading', { name: t('office.key-correct') })).toBeVisible()
      expect(onNext).not.toHaveBeenCalled()
      expect(checks()).toHaveLength(0)
    },
  )

  it('a name with a missing character can be left for handwriting, one that does not fit cannot', async () => {
    const { onNext, checks } = show([{ code: 'no-glyph', char: '𤦹' }])
    await userEvent.click(screen.getByRole('button', { name: t('ceremonies.right-by-hand') }))
    await waitFor(() => expect(onNext).toHaveBeenCalled())
    expect(checks()).toHaveLength(1)
  })

  it('Enter confirms any name when the ceremony prints nothing', async () => {
    const { onNext } = show([{ code: 'does-not-fit' }], false)
    await userEvent.keyboard('{Enter}')
    await waitFor(() => expect(onNext).toHaveBeenCalled())
  })
})
