import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { monthOfYear } from '../../i18n/format.ts'
import { makeT } from '../../i18n/messages.ts'
import { messages } from '../../site/testing/show-page.tsx'
import type { StaffUser } from '../kit/session/session.tsx'
import { serve } from '../testing/serve.ts'
import { showOffice } from '../testing/show-office.tsx'
import { filterOf, filterSearch, monthsFrom } from './member-queries.ts'
import { MembersPage } from './members-page.tsx'

const call = 'GET /api/admin/member/list'
const member = {
  id: 'u1',
  name: 'Tan Bee Leng',
  chineseName: '陈美玲',
  mobile: '+6591234567',
  mobileVerified: true,
  email: 'tan@x.sg',
  emailConfirmed: false,
  staff: false,
  since: '2026-01-05T04:00:00Z',
  locale: 'zh',
  links: { of: 'user:u1', about: 'renewal', number: '+6591234567', whatsApp: 'https://wa.me/6591234567?text=x' },
  ends: { id: 's1', title: 'Oil lamp', at: '2026-12-14T16:00:00Z' },
}
const clerk = (...roles: string[]) => ({ id: 'u', name: 'Lim', roles }) as unknown as StaffUser

beforeEach(() => window.history.replaceState(null, '', '/members?ends=2026-12&language=zh'))
afterEach(() => vi.unstubAllGlobals())

describe.each(['en', 'zh'] as const)('the list of members in %s', (locale) => {
  const t = makeT(locale, messages[locale])

  it('the members list filters by subscriptions that end this month, shows phone numbers, and keeps the filter in the URL', async () => {
    serve({ [call]: [200, { items: [member], total: 1, more: false }] })
    showOffice(<MembersPage user={clerk('counter')} />, locale)
    const row = await screen.findByRole('listitem')
    expect(row).toHaveTextContent('Tan Bee Leng 陈美玲')
    expect(row).toHaveTextContent('Oil lamp')
    expect(within(row).getByRole('link', { name: /WhatsApp/ })).toBeVisible()
    expect(within(row).getByRole('link', { name: /Tan Bee Leng/ })).toHaveAttribute(
      'href',
      '/members/u1?ends=2026-12&language=zh',
    )
    expect(
      screen.getByRole('heading', {
        name: t('members.ending', { month: monthOfYear(locale, '2026-12-15T04:00:00Z') }),
      }),
    ).toBeVisible()
    const language = screen.getByLabelText(t('members.by-language'))
    expect(language).toHaveValue('zh')
    await userEvent.selectOptions(screen.getByLabelText(t('members.by-contact')), 'no-email')
    expect(window.location.search).toBe('?ends=2026-12&language=zh&contact=no-email')
    expect(screen.queryByRole('button', { name: t('office.export') })).toBeNull()
  })

  it('the members list shows an empty result, and shows a load error', async () => {
    serve({ [call]: [200, { items: [], total: 0, more: false }] })
    const empty = showOffice(<MembersPage user={clerk('counter')} />, locale)
    expect(await screen.findByText(t('members.none-listed'))).toBeVisible()
    empty.unmount()
    serve({ [call]: [500, {}] })
    showOffice(<MembersPage user={clerk('counter')} />, locale)
    expect(await screen.findByRole('button', { name: t('common.try-again') })).toBeVisible()
  })

  it('the members list is exported by administrators, as filtered, after the password', async () => {
    const sent = serve({
      [call]: [200, { items: [member], total: 1, more: false }],
      'POST /api/admin/member-export': [400, { code: 'invalid-fields', title: 'No', errors: [] }],
    })
    showOffice(<MembersPage user={clerk('admin')} />, locale)
    await userEvent.click(await screen.findByRole('button', { name: t('office.export') }))
    const form = within(screen.getByRole('dialog'))
    await userEvent.type(form.getByLabelText(t('office.export-password')), 'secret words')
    await userEvent.click(form.getByRole('button', { name: t('office.export') }))
    await vi.waitFor(() => expect(sent).toHaveLength(1))
    expect(sent[0]?.body).toEqual({ ends: '2026-12', language: 'zh', format: 'xlsx', password: 'secret words' })
  })
})

it('ignores unknown filters in the URL', () => {
  expect(filterSearch(filterOf('?ends=2026-12&language=fr&contact=email&x=1'))).toBe('?ends=2026-12&contact=email')
  expect(filterSearch(filterOf('?ends=soon'))).toBe('')
})

it('offers last month, this month and the following ones', () => {
  expect(monthsFrom(Date.parse('2026-12-31T16:30:00Z')).slice(0, 3)).toEqual(['2026-12', '2027-01', '2027-02'])
  expect(monthsFrom(Date.parse('2026-12-31T15:30:00Z'))).toHaveLength(16)
  expect(monthsFrom(Date.parse('2026-12-31T15:30:00Z')).at(-1)).toBe('2028-02')
})
