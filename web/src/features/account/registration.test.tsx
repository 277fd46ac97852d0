import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import fault from '../../../../locales/en/fault.json'
import common from '../../../../locales/en/common.json'
import member from '../../../../locales/en/member.json'
import { LanguageProvider } from '../../i18n/context.tsx'
import { PageProvider, type Page } from '../../page/payload.tsx'
import { readDraft } from './registration-draft.ts'
import { Registration } from './registration.tsx'

const site = {
  templeName: '',
  chineseName: '',
  address: '',
  phone: '',
  hoursToday: '',
  openToday: true,
  demo: false,
  payNow: true,
}
const page: Page = {
  id: 'member-registration',
  locale: 'en',
  path: '/member/registration',
  params: {},
  data: null,
  meta: { title: '', description: '' },
  crumbs: [],
  site,
  search: '',
  reload: async () => {},
}
const messages = { ...common, ...member, ...fault }

function show() {
  return render(
    <LanguageProvider locale="en" messages={messages}>
      <PageProvider page={page}>
        <Registration policies="2026-11" />
      </PageProvider>
    </LanguageProvider>,
  )
}

/** Answers the calls in turn and keeps what was sent. */
function answer(...answers: { status: number; body: unknown }[]) {
  const sent: { url: string; body: Record<string, unknown>; key: string | null }[] = []
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    sent.push({
      url: url.replace(/\?.*/, ''),
      body: JSON.parse(typeof init.body === 'string' ? init.body : '{}') as Record<string, unknown>,
      key: new Headers(init.headers).get('Idempotency-Key'),
    })
    const { status, body } = answers.shift() ?? { status: 500, body: { code: 'internal', title: '' } }
    return new Response(JSON.stringify(body), { status })
  })
  return sent
}

const sentAnswer = () => ({
  status: 200,
  body: { sent: true, resendAfter: 60, expiresAt: new Date(Date.now() + 600_000).toISOString(), channel: 'sms' },
})
const refused = {
  status: 400,
  body: {
    code: 'invalid-fields',
    title: 'Please check',
    errors: [{ field: 'mobile', code: 'mobile-invalid', title: 'No such number.' }],
  },
}
const field = (label: RegExp) => screen.getByLabelText<HTMLInputElement>(label)

async function fill() {
  const user = userEvent.setup()
  await user.type(field(/^Your name/), '陈𠮷䶮')
  await user.clear(field(/^Mobile number/))
  await user.type(field(/^Mobile number/), '9123 4567')
  await user.type(field(/^E-mail address/), 'bee@example.com')
  await user.type(field(/^Password/), 'incense at dawn')
  await user.click(screen.getByRole('checkbox'))
  return user
}

describe('registration', () => {
  beforeEach(() => {
    sessionStorage.clear()
    return () => vi.unstubAllGlobals()
  })

  it('tells everything that is missing, with links to the fields', async () => {
    const sent = answer()
    show()
    await userEvent.click(screen.getByRole('button', { name: 'Send me the code' }))
    expect(screen.getByRole('alert')).toHaveTextContent('Please type your mobile number.')
    expect(screen.getByRole('link', { name: 'Please type your name.' })).toHaveAttribute('href', '#name')
    expect(sent).toEqual([])
  })

  it('keeps everything typed when the server refuses it', async () => {
    answer(refused)
    show()
    const user = await fill()
    await user.click(screen.getByRole('button', { name: 'Send me the code' }))
    expect(await screen.findByRole('link', { name: 'No such number.' })).toHaveAttribute('href', '#mobile')
    expect([field(/^Your name/).value, field(/^Mobile number/).value, field(/^Password/).value]).toEqual([
      '陈𠮷䶮',
      '9123 4567',
      'incense at dawn',
    ])
    expect(screen.getByRole('checkbox')).toBeChecked()
  })

  it('asks for the code, and finds all as it was after going back', async () => {
    const sent = answer(sentAnswer())
    show()
    const user = await fill()
    await user.click(screen.getByRole('button', { name: 'Send me the code' }))
    const code = await screen.findByLabelText(/^Code/)
    expect(code).toHaveAttribute('autocomplete', 'one-time-code')
    expect(sent[0]).toMatchObject({
      url: '/api/auth/registration',
      body: { name: '陈𠮷䶮', acceptedPolicies: '2026-11', locale: 'en' },
    })
    expect(sent[0]?.key).toMatch(/^[0-9a-f]{32}$/)
    await user.click(screen.getByRole('button', { name: /Change the number/ }))
    expect([field(/^Mobile number/).value, field(/^Password/).value]).toEqual(['9123 4567', 'incense at dawn'])
  })

  it('asks for the code again after a reload, and never keeps the password', async () => {
    answer(sentAnswer())
    const { unmount } = show()
    const user = await fill()
    await user.click(screen.getByRole('button', { name: 'Send me the code' }))
    await screen.findByLabelText(/^Code/)
    unmount()
    expect(JSON.stringify({ ...sessionStorage })).not.toContain('incense')
    show()
    expect(await screen.findByText(/to 9123 4567/)).toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: /Change the number/ }))
    expect(field(/^Your name/).value).toBe('陈𠮷䶮')
  })
})

it('forgets a registration that the server waits for no longer', () => {
  const typed = { name: 'A', chineseName: '', mobile: '9', email: '', consent: true }
  sessionStorage.setItem('shanmen.registration', JSON.stringify({ typed, sent: { resendAt: 0, expiresAt: 1_000_000 } }))
  expect(readDraft(1_000_000 + 49 * 60_000)?.typed.name).toBe('A')
  expect(readDraft(1_000_000 + 50 * 60_000)).toBeUndefined()
})
