import { screen } from '@testing-library/react'
import { vi } from 'vitest'
import { makeT, type Locale } from '../../i18n/messages.ts'
import { messages } from '../../site/testing/show-page.tsx'
import { ChangeLanguage } from '../kit/session/change-language.ts'
import type { StaffUser } from '../kit/session/session.tsx'
import { TodayPage } from '../today/today-page.tsx'
import type { Today } from '../today/today-queries.ts'
import { serve } from './serve-records.ts'
import { showOffice } from './show-office.tsx'

/** The data of Today on a day without open tasks. */
export const emptyToday: Today = {
  now: '2026-11-22T02:00:00Z',
  lunar: '十月十四',
  open: '07:00 – 17:30',
  events: [],
  gatherings: [],
  waiting: [],
  others: [],
  asked: [],
  coming: [],
  notes: [],
  steps: [],
  did: [],
  new: false,
}

/** Renders Today for a user with these roles and areas, and waits until it has loaded. */
export async function showToday(part: Partial<Today>, roles: string[], areas: string[], locale: Locale = 'en') {
  serve({ 'GET /api/admin/today': () => ({ ...emptyToday, ...part }) })
  const change = vi.fn<(locale: Locale) => void>()
  const user = { id: 'u', name: 'Tan', roles } as unknown as StaffUser
  showOffice(
    <ChangeLanguage value={change}>
      <TodayPage user={user} areas={areas} id="" />
    </ChangeLanguage>,
    locale,
  )
  await screen.findByRole('heading', { level: 1 })
  return { t: makeT(locale, messages[locale]), change }
}
