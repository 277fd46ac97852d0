import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { LanguageProvider } from '../../i18n/context.tsx'
import { PageProvider } from '../../site/router/payload.tsx'
import { samplePage } from '../../site/testing/samples.ts'
import { keptDraft } from './registration-draft.ts'
import { Registration } from './registration.tsx'
import { messages } from '../../site/testing/show-page.tsx'

const page = samplePage({ id: 'member-registration', path: '/member/registration' })

function show() {
  return render(
    <LanguageProvider locale="en" messages={messages.en}>
      <PageProvider page={page}>
        <Registration policies="2026-11" />
      </PageProvider>
    </LanguageProvider>,
  )
}

/** Mocks answers in order and records the requests. */
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
/** The answer to a sent code when another one can be requested immediately. */
const now = (more: object) => ({ status: 200, body: { ...sentAnswer().body, resendAfter: 0, ...more } })
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

  it('registration keeps what was typed over a reload, except the password', async () => {
    answer()
    const { unmount } = show()
    await fill()
    unmount()
    show()
    expect(field(/^Your name/)).toHaveValue('陈𠮷䶮')
    expect(field(/^Mobile number/)).toHaveValue('9123 4567')
    expect(field(/^E-mail address/)).toHaveValue('bee@example.com')
    expect(screen.getByRole('checkbox')).toBeChecked()
    expect(field(/^Password/)).toHaveValue('')
    expect(JSON.stringify({ ...sessionStorage })).not.toContain('incense')
  })

  it('registration lists everything that is missing, with links to the fields', async () => {
    const sent = answer()
    show()
    await userEvent.click(screen.getByRole('button', { name: 'Send me the code' }))
    expect(screen.getByRole('alert')).toHaveTextContent('Enter your mobile number.')
    expect(screen.getByRole('link', { name: 'Enter your name.' })).toHaveAttribute('href', '#name')
    expect(sent).toEqual([])
  })

  it('registration keeps everything typed when the server refuses it', async () => {
    answer(refused)
    show()
    const user = await fill()
    await user.click(screen.getByRole('button', { name: 'Send me the code' }))
    expect(await screen.findByRole('link', { name: 'Mobile number: No such number.' })).toHaveAttribute(
      'href',
      '#mobile',
    )
    expect([field(/^Your name/).value, field(/^Mobile number/).value, field(/^Password/).value]).toEqual([
      '陈𠮷䶮',
      '9123 4567',
      'incense at dawn',
    ])
    expect(screen.getByRole('checkbox')).toBeChecked()
  })

  it('registration asks for the code, and has kept all fields when the visitor goes back', async () => {
    const sent = answer(sentAnswer())
    show()
    const user = await fill()
    await user.click(screen.getByRole('button', { name: 'Send me the code' }))
    const code = await screen.findByLabelText(/^Code/)
    expect(code).toHaveAttribute('autocomplete', 'one-time-code')
    expect(code).toHaveFocus()
    expect(sent[0]).toMatchObject({
      url: '/api/auth/registration',
      body: { name: '陈𠮷䶮', acceptedPolicies: '2026-11', locale: 'en' },
    })
    expect(sent[0]?.key).toMatch(/^[0-9a-f]{32}$/)
    await user.click(screen.getByRole('button', { name: /Change my details/ }))
    expect([field(/^Mobile number/).value, field(/^Password/).value]).toEqual(['9123 4567', 'incense at dawn'])
  })

  it('registration shows how long to wait after too many tries, and keeps what was typed', async () => {
    answer({
      status: 400,
      body: { code: 'too-many-registrations', title: 'Too many registrations have come from here.', retryAfter: 125 },
    })
    show()
    const user = await fill()
    await user.click(screen.getByRole('button', { name: 'Send me the code' }))
    expect(await screen.findByRole('alert')).toHaveTextContent('Too many registrations have come from here.')
    expect(screen.getByText('You can try again in 3 minutes.')).toBeInTheDocument()
    expect(field(/^Password/).value).toBe('incense at dawn')
  })

  it('registration offers the code by e-mail only when the server does, and only with an e-mail address', async () => {
    const sent = answer(now({}), now({}), now({ mailOffered: true }), now({ mailOffered: true, channel: 'mail' }))
    show()
    const user = await fill()
    await user.clear(field(/^E-mail address/))
    await user.click(screen.getByRole('button', { name: 'Send me the code' }))
    await user.click(await screen.findByRole('button', { name: 'Resend code' }))
    expect(await screen.findByText(/add an e-mail address/)).toBeInTheDocument()
    expect(screen.queryByRole('button', { name: 'Send it by e-mail' })).toBeNull()
    await user.click(screen.getByRole('button', { name: /Change my details/ }))
    await user.type(field(/^E-mail address/), 'bee@example.com')
    await user.click(screen.getByRole('button', { name: 'Send me the code' }))
    await user.click(await screen.findByRole('button', { name: 'Send it by e-mail' }))
    expect(await screen.findByText(/to bee@example\.com/)).toBeInTheDocument()
    expect(sent.map(({ url }) => url)).toEqual([
      '/api/auth/registration',
      '/api/auth/otp',
      '/api/auth/registration',
      '/api/auth/otp',
    ])
  })

  it.each([
    ['after five wrong guesses', Array.from({ length: 5 }, () => 'otp-invalid')],
    ['when nothing is waited for any more', ['otp-not-pending']],
  ])('registration returns to the filled-in form %s', async (_when, codes) => {
    const sent = answer(
      sentAnswer(),
      ...codes.map((code) => ({ status: 400, body: { code, title: 'That was wrong.' } })),
    )
    show()
    const user = await fill()
    await user.click(screen.getByRole('button', { name: 'Send me the code' }))
    await user.type(await screen.findByLabelText(/^Code/), '123456')
    for (const guess of codes.keys()) {
      // The sixth digit submits it; the same code again is submitted by the button.
      if (guess > 0) await user.click(screen.getByRole('button', { name: 'Confirm and finish' }))
      await vi.waitFor(() => expect(sent).toHaveLength(guess + 2))
      if (guess + 1 < codes.length) await screen.findByRole('link', { name: 'That was wrong.' })
    }
    expect(await screen.findByText('That code is no longer valid')).toBeInTheDocument()
    expect([field(/^Your name/).value, field(/^Password/).value]).toEqual(['陈𠮷䶮', 'incense at dawn'])
    expect(keptDraft.read()).toBeUndefined()
  })

  it('registration fills in the SMS code that the phone offers', async () => {
    vi.stubGlobal('OTPCredential', vi.fn())
    const get = vi.fn<(wanted: CredentialRequestOptions) => Promise<unknown>>(async () => ({ code: '048213' }))
    vi.stubGlobal('navigator', Object.create(navigator, { credentials: { value: { get } }, onLine: { value: true } }))
    answer(sentAnswer())
    const { unmount } = show()
    const user = await fill()
    await user.click(screen.getByRole('button', { name: 'Send me the code' }))
    const code = await screen.findByLabelText<HTMLInputElement>(/^Code/)
    await vi.waitFor(() => expect(code.value).toBe('048213'))
    expect(get.mock.calls[0]?.[0].otp).toEqual({ transport: ['sms'] })
    unmount()
    expect(get.mock.calls[0]?.[0].signal?.aborted).toBe(true)
  })

  it('registration has autocomplete attributes for password managers and phones', () => {
    show()
    const autocomplete = (label: RegExp) => field(label).getAttribute('autocomplete')
    expect([/^Your name/, /^Mobile number/, /^E-mail address/, /^Password/].map(autocomplete)).toEqual([
      'name',
      'tel',
      'email',
      'new-password',
    ])
    expect(field(/^Mobile number/).value).toBe('+65 ')
  })

  it('registration can show the password, accepts a pasted one, and rates its strength', async () => {
    show()
    const user = userEvent.setup()
    await user.click(field(/^Password/))
    await user.paste('Password1')
    expect(screen.getByText('Easily guessed. Add a word or two.')).toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: /^Show/ }))
    expect(field(/^Password/)).toHaveAttribute('type', 'text')
    await user.click(screen.getByRole('button', { name: /^Hide/ }))
    expect(field(/^Password/)).toHaveAttribute('type', 'password')
  })

  it('registration asks for the code again after a reload, and never stores the password', async () => {
    answer(sentAnswer())
    const { unmount } = show()
    const user = await fill()
    await user.click(screen.getByRole('button', { name: 'Send me the code' }))
    await screen.findByLabelText(/^Code/)
    unmount()
    expect(JSON.stringify({ ...sessionStorage })).not.toContain('incense')
    show()
    expect(await screen.findByText(/to 9123 4567/)).toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: /Change my details/ }))
    expect(field(/^Your name/).value).toBe('陈𠮷䶮')
  })
})

it('discards a stored registration that the server no longer knows', () => {
  const typed = { name: 'A', chineseName: '', mobile: '9', email: '', consent: true }
  sessionStorage.setItem('shanmen.registration', JSON.stringify({ typed, sent: { resendAt: 0, expiresAt: 1_000_000 } }))
  const now = vi.spyOn(Date, 'now').mockReturnValue(1_000_000 + 49 * 60_000)
  expect(keptDraft.read()?.typed.name).toBe('A')
  now.mockReturnValue(1_000_000 + 50 * 60_000)
  expect(keptDraft.read()).toBeUndefined()
  now.mockRestore()
})
