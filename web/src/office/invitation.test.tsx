import { act, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { messages } from '../site/testing/show-page.tsx'
import { InvitationPage, takeTicket } from './invitation.tsx'
import { serve } from './testing/serve.ts'
import { showOffice } from './testing/show-office.tsx'

const call = 'POST /api/auth/invitation'
const roles = ['counter', 'treasurer', 'editor', 'ritual', 'admin']
const first = { first: true, name: '', chineseName: '', roles, accepted: false, factorNeeded: false }

beforeEach(() => {
  history.replaceState(null, '', '/admin/invitation#printed-once')
  takeTicket()
})

it.each([
  ['en', '/member/second-factor'],
  ['zh', '/zh/member/second-factor'],
] as const)(
  'the first account is created by keyboard only, then its second factor is set up (%s)',
  async (locale, next) => {
    const t = (key: string) => messages[locale][key] ?? key
    const answers: Parameters<typeof serve>[0] = { [call]: [200, first] }
    const sent = serve(answers)
    expect(location.hash).toBe('')
    showOffice(<InvitationPage onLocale={() => {}} />, locale)
    expect(await screen.findByRole('heading', { level: 1, name: t('office.first') })).toBeVisible()

    // Nothing is sent before all three are filled in, and each shows its error.
    const name = screen.getByRole('textbox', { name: t('office.field.name') })
    name.focus()
    await userEvent.keyboard('{Enter}')
    expect(screen.getAllByText(t('fault.required'))).toHaveLength(3)
    expect(name).toHaveFocus()
    expect(sent).toHaveLength(1)

    // A server error is shown at its field, and nothing typed is lost.
    const title = 'This is somebody else’s.'
    answers[call] = [
      400,
      { code: 'invalid-fields', title: '', errors: [{ field: 'email', code: 'email-taken', title }] },
    ]
    await userEvent.keyboard('Lim Siew Hoon{Tab}lim@temple.example{Tab}cranes over the eaves{Enter}')
    expect(await screen.findByText(title)).toBeVisible()
    expect(name).toHaveValue('Lim Siew Hoon')
    expect(screen.getByRole('textbox', { name: t('member.email') })).toHaveFocus()
    expect(sent.at(-1)?.body).toEqual({
      ticket: 'printed-once',
      name: 'Lim Siew Hoon',
      email: 'lim@temple.example',
      password: 'cranes over the eaves',
    })

    answers[call] = [200, { ...first, accepted: true, factorNeeded: true }]
    await userEvent.keyboard('{Enter}')
    expect(await screen.findByRole('link', { name: t('office.factor-button') })).toHaveAttribute('href', next)
  },
)

afterEach(() => void vi.useRealTimers())

it('an invitation is looked at again while the server has no room, and only an answer says that it has ended', async () => {
  vi.useFakeTimers()
  const answers: Parameters<typeof serve>[0] = { [call]: [503, { code: 'busy', title: '', retryAfter: 3 }] }
  const sent = serve(answers)
  showOffice(<InvitationPage onLocale={() => {}} />)
  await act(() => vi.advanceTimersByTimeAsync(0))
  expect(sent).toHaveLength(1)
  expect(screen.queryByRole('heading')).toBeNull()
  answers[call] = [400, { code: 'ticket-invalid', title: '' }]
  await act(() => vi.advanceTimersByTimeAsync(1100))
  expect(sent).toHaveLength(2)
  expect(screen.getByRole('heading', { name: messages.en['office.invitation-dead'] })).toBeVisible()
})

it('an invitation for an account that has a name asks only for the password, which it requires', async () => {
  const sent = serve({ [call]: [200, { ...first, first: false, name: 'Lim Siew Hoon' }] })
  showOffice(<InvitationPage onLocale={() => {}} />)
  await userEvent.click(await screen.findByRole('button', { name: 'Use this password' }))
  expect(screen.getByText('Please fill this in.')).toBeVisible()
  expect(screen.queryByRole('textbox')).toBeNull()
  expect(sent).toHaveLength(1) // the invited account
})
