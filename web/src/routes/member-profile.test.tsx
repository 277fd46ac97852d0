import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { Identity } from '../features/member/profile.tsx'
import { answerCalls, showPage } from '../site/testing/show-page.tsx'
import ProfilePage from './member-profile.tsx'

const identity: Identity = {
  user: {
    id: 'u',
    name: 'Tan Bee Leng',
    chineseName: '陈美玲',
    email: 'bee@example.org',
    emailConfirmed: true,
    mobile: '+6591234567',
    mobileVerified: true,
    locale: 'en',
    roles: [],
    textSize: 0,
    member: true,
  },
  member: { id: 'm', since: '2026-11-21T04:00:00Z' },
  address: { country: 'SG', postalCode: '018956', street: 'Bayfront Avenue' },
  reminders: 'both',
  news: false,
}

const show = (change: Partial<Identity> = {}, reload = vi.fn<() => Promise<void>>(async () => {})) => ({
  reload,
  ...showPage(ProfilePage, { id: 'member-profile', path: '/member/profile', data: { ...identity, ...change }, reload }),
})
const save = () => userEvent.click(screen.getByRole('button', { name: 'Save' }))

beforeEach(() => () => vi.unstubAllGlobals())

describe('the member’s own pages', () => {
  test('the member’s page links to each part, with a line of text for each', () => {
    show()
    const parts = within(screen.getByRole('navigation', { name: 'My account' })).getAllByRole('link')
    expect(parts.map((part) => part.getAttribute('href'))).toEqual(
      ['invoices', 'lamps', 'subscriptions', 'family', 'security', 'data'].map((part) => `/member/profile/${part}`),
    )
  })

  test('staff without a member record are asked for one, and do not see what needs it', () => {
    show({ member: null })
    expect(screen.getByRole('heading', { name: 'Your details for receipts' })).toBeInTheDocument()
    expect(screen.queryByRole('link', { name: /Family book/ })).toBeNull()
    expect(screen.queryByRole('button', { name: 'Save' })).toBeNull()
  })
})

describe('the profile form', () => {
  test('the profile form sends only what changed, and confirms when it is saved', async () => {
    const sent = answerCalls([200, { user: identity.user }])
    const { reload, change } = show()
    expect(screen.queryByText(/unsaved/)).toBeNull()
    const name = screen.getByLabelText('Your name')
    await userEvent.clear(name)
    await userEvent.type(name, 'Tan Mary')
    await userEvent.click(screen.getByRole('checkbox'))
    expect(screen.getByText('You have unsaved changes.')).toBeInTheDocument()
    reload.mockImplementationOnce(async () => {
      change({ data: { ...identity, user: { ...identity.user, name: 'Tan Mary' }, news: true } })
    })
    await save()
    expect(await screen.findByText('Saved.')).toHaveAttribute('role', 'status')
    expect(sent).toEqual([
      { call: 'POST /api/member/update/profile', body: { name: 'Tan Mary', news: true }, key: null },
    ])
    expect(name).toHaveValue('Tan Mary')
  })

  test('the profile form shows server errors at their fields, and keeps what was typed', async () => {
    const errors = [{ field: 'address.postalCode', code: 'postal-code-invalid', title: 'It has 6 digits.' }]
    const sent = answerCalls([400, { code: 'invalid-fields', title: '', errors }])
    show()
    const code = screen.getByLabelText('Postal code')
    await userEvent.clear(code)
    await userEvent.type(code, '18956')
    await userEvent.type(screen.getByLabelText(/^Unit/), '#04-1')
    await save()
    expect(await screen.findByRole('link', { name: 'It has 6 digits.' })).toHaveAttribute('href', '#address.postalCode')
    expect(code).toHaveAccessibleDescription(/It has 6 digits/)
    expect(code).toHaveValue('18956')
    const whole = { country: 'SG', postalCode: '18956', block: '', street: 'Bayfront Avenue', unit: '#04-1', text: '' }
    expect(sent[0]?.body).toEqual({ address: whole })
    expect(screen.getByText(/unsaved/)).toBeInTheDocument()
  })

  test('the profile form keeps what was typed for one country while another is shown', async () => {
    show()
    const country = screen.getByLabelText('Country')
    await userEvent.selectOptions(country, 'MY')
    expect(screen.queryByLabelText('Postal code')).toBeNull()
    await userEvent.type(screen.getByLabelText('The whole address'), '12 Jalan Kuil')
    await userEvent.selectOptions(country, 'SG')
    expect(screen.getByLabelText('Street')).toHaveValue('Bayfront Avenue')
  })

  test('the profile form sends nothing without a name', async () => {
    const sent = answerCalls()
    show()
    await userEvent.clear(screen.getByLabelText('Your name'))
    await save()
    expect(await screen.findByRole('link', { name: 'Enter your name.' })).toBeInTheDocument()
    expect(sent).toEqual([])
  })
})

describe('changing the mobile number and e-mail address', () => {
  test('a new mobile number requires the password, then the code sent to it', async () => {
    const sent = answerCalls(
      [400, { code: 'invalid-fields', title: '', errors: [{ field: 'password', code: 'x', title: 'Wrong.' }] }],
      [200, { sent: true, resendAfter: 60, expiresAt: '2026-11-21T04:10:00Z' }],
      [200, { verified: true }],
    )
    const { reload } = show()
    const section = within(screen.getByRole('region', { name: 'Mobile number' }))
    const opener = section.getByRole('button', { name: 'Change number' })
    await userEvent.click(opener)
    expect(opener).toHaveAttribute('aria-expanded', 'true')
    await userEvent.type(section.getByLabelText('Mobile number'), '81234567')
    await userEvent.type(section.getByLabelText('Your password again'), 'secret')
    const send = section.getByRole('button', { name: 'Send me the code' })
    await userEvent.click(send)
    expect(await section.findByRole('link', { name: 'Wrong.' })).toBeInTheDocument()
    expect(section.getByLabelText('Mobile number')).toHaveValue('+65 81234567')
    await userEvent.click(send)
    await userEvent.type(await section.findByLabelText('Code'), '123 456')
    await waitFor(() => expect(section.getByText('Your number is confirmed.')).toBeInTheDocument())
    expect(opener).toHaveFocus()
    expect(reload).toHaveBeenCalledOnce()
    expect(sent.map(({ call, body }) => [call, body])).toEqual([
      ['POST /api/member/update/mobile', { mobile: '+65 81234567', password: 'secret' }],
      ['POST /api/member/update/mobile', { mobile: '+65 81234567', password: 'secret' }],
      ['POST /api/auth/otp/verify', { otp: '123456' }],
    ])
  })

  test('a new e-mail address requires the password, then continues with the ticket', async () => {
    const sent = answerCalls([200, { ticket: 'open-sesame' }])
    const { navigate } = show()
    const section = within(screen.getByRole('region', { name: 'E-mail address' }))
    await userEvent.click(section.getByRole('button', { name: 'Change e-mail' }))
    await userEvent.type(section.getByLabelText('Your password again'), 'secret')
    await userEvent.click(section.getByRole('button', { name: 'Continue' }))
    await waitFor(() => expect(navigate).toHaveBeenCalledWith('/member/reset-email?ticket=open-sesame'))
    expect(sent[0]?.body).toEqual({ password: 'secret' })
  })
})
