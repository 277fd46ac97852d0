import { screen, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { makeT } from '../../i18n/messages.ts'
import { messages } from '../../site/testing/show-page.tsx'
import { foundQuery } from '../find/find-queries.ts'
import { serve } from '../testing/serve.ts'
import { showOffice } from '../testing/show-office.tsx'
import type { StaffUser } from '../kit/session/session.tsx'
import { MembersPage } from './members-page.tsx'
import { QueryClient } from '@tanstack/react-query'

const staff = { id: 'u', name: 'Lim', roles: ['counter'] } as unknown as StaffUser

const person = {
  id: 'p1',
  name: 'Chan Mei Ling',
  chineseName: '陈美玲',
  mobile: '',
  phone: '+6561234567',
  links: { of: 'import:i1', about: 'hello', number: '+6561234567' },
  email: 'mei@x.sg',
  remark: 'lives at the hall',
  lamps: [],
  orders: [],
}

beforeEach(() => window.history.replaceState(null, '', '/members?q=mei+ling'))
afterEach(() => vi.unstubAllGlobals())

describe.each(['en', 'zh'] as const)('people from imported lists in %s', (locale) => {
  const t = makeT(locale, messages[locale])

  it('people from imported lists are listed below the members, with their contact details', async () => {
    serve({ 'GET /api/admin/member': [200, { items: [], imported: [person], importedMore: true }] })
    showOffice(<MembersPage user={staff} />, locale)
    const row = await screen.findByRole('listitem')
    expect(row).toHaveTextContent('Chan Mei Ling')
    expect(row).toHaveTextContent('+65 6123 4567 · mei@x.sg · lives at the hall')
    expect(
      within(row)
        .getAllByRole('link')
        .map((link) => link.getAttribute('href')),
    ).toEqual(['tel:+6561234567'])
    expect(screen.getByRole('heading', { name: t('members.imported') })).toBeVisible()
    expect(screen.getByText(t('members.imported-more'))).toBeVisible()
    expect(screen.queryByText(t('office.none-found'))).toBeNull()
  })

  it('people from imported lists are found from any page', async () => {
    serve({ 'GET /api/admin/member': [200, { items: [], imported: [person], importedMore: false }] })
    const members = { id: 'members', icon: 'user', name: 'Members' } as const
    const found = await new QueryClient().fetchQuery(foundQuery('members', [members], 'mei ling', locale))
    expect(found).toEqual([
      {
        id: 'p1',
        href: '/members?q=%2B6561234567',
        name: 'Chan Mei Ling 陈美玲',
        more: '+65\u00a06123\u00a04567 · mei@x.sg',
      },
    ])
  })
})
