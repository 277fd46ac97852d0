import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { makeT, type Locale } from '../../../../i18n/messages.ts'
import { messages } from '../../../../site/testing/show-page.tsx'
import { serve } from '../../../testing/serve-records.ts'
import { showOffice } from '../../../testing/show-office.tsx'
import { LeadsTo } from './leads-to.tsx'
import type { RecordWork } from '../../frame/use-record-work.ts'

afterEach(() => vi.unstubAllGlobals())

const items = [
  { path: '/', title: 'Home' },
  { path: '/about-us/history', title: 'Our history' },
  { path: '/blessing-service/light-lamp', title: 'Blessing lamp' },
  { path: '/event/full-moon', title: 'Full moon' },
]

function Held({ href, onType }: { href: string; onType: (name: string, value: string) => void }) {
  const [held, setHeld] = useState(href)
  const type = (name: string, value: string) => {
    onType(name, value)
    setHeld(value)
  }
  const work = { keeper: { type }, snapshot: { fields: { href: held }, errors: {} } } as unknown as RecordWork
  return <LeadsTo work={work} limit={500} onField={vi.fn<(name: string) => void>()} />
}

/** Renders the field with a stored URL, and records changes. */
async function show(href: string, { locale = 'en', fails = false }: { locale?: Locale; fails?: boolean } = {}) {
  serve(fails ? {} : { 'GET /api/admin/old-address/place': () => ({ items }) })
  const type = vi.fn<(name: string, value: string) => void>()
  showOffice(<Held href={href} onType={type} />, locale)
  const t = makeT(locale, messages[locale])
  const box = screen.getByRole('combobox', { name: t('records.banner-href') })
  if (!fails) await within(box).findByRole('option', { name: 'Our history' })
  return { t, type, box }
}

it.each(['en', 'zh'] as const)('offers the pages of the site by title, in groups (%s)', async (locale) => {
  const { t, type, box } = await show('/about-us/history', { locale })
  expect(box).toHaveDisplayValue('Our history')
  expect(
    within(box)
      .getAllByRole('group')
      .map((group) => group.getAttribute('label')),
  ).toEqual((['page', 'about', 'offering', 'event'] as const).map((group) => t(`records-banner.leads-group-${group}`)))
  await userEvent.selectOptions(box, 'Blessing lamp')
  expect(type).toHaveBeenLastCalledWith('href', '/blessing-service/light-lamp')
  await userEvent.selectOptions(box, t('records-banner.leads-nowhere'))
  expect(type).toHaveBeenLastCalledWith('href', '')
  expect(screen.queryByRole('textbox')).toBeNull()
})

it.each(['/event/draft', '/about-us/history#gate', 'https://example.org/way'])(
  'keeps %s, which is not one of the listed pages',
  async (href) => {
    const { t, type, box } = await show(href)
    await waitFor(() => expect(box).toHaveDisplayValue(t('records-banner.leads-other')))
    expect(screen.getByRole('textbox', { name: t('office.field.web-address') })).toHaveValue(href)
    await userEvent.click(screen.getByRole('textbox'))
    await userEvent.tab()
    expect(type).not.toHaveBeenCalled()
  },
)

it('accepts a typed URL of another site, and completes it', async () => {
  const { t, type, box } = await show('')
  await userEvent.selectOptions(box, t('records-banner.leads-other'))
  expect(type).not.toHaveBeenCalled()
  const field = screen.getByRole('textbox', { name: t('office.field.web-address') })
  await userEvent.click(field)
  await userEvent.paste('example.org/way')
  await userEvent.tab()
  expect(type).toHaveBeenLastCalledWith('href', 'https://example.org/way')
})

it('becomes a text field when the list of pages cannot be loaded', async () => {
  const { t } = await show('/about-us/history', { fails: true })
  expect(await screen.findByRole('textbox', { name: t('office.field.web-address') })).toHaveValue('/about-us/history')
})
