import { makeT } from '../../i18n/messages.ts'
import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { LanguageProvider } from '../../i18n/context.tsx'
import { logInByPasskey } from './ceremony.ts'
import { PasskeyLogin } from './passkey-login.tsx'
import { PasskeyOffer } from './passkey-offer.tsx'
import { PasskeySection } from './passkey-section.tsx'
import { deviceName } from './this-device.ts'
import { bytes, text } from './webauthn.ts'
import { messages } from '../../site/testing/show-page.tsx'

const t = makeT('en', messages.en)

const show = (part: React.ReactNode) =>
  render(
    <LanguageProvider locale="en" messages={messages.en}>
      {part}
    </LanguageProvider>,
  )

/** Mocks a browser with passkeys; `get` is the device's answer. */
function withPasskeys(get: () => Promise<unknown> = async () => null) {
  vi.stubGlobal('isSecureContext', true)
  const known = { isUserVerifyingPlatformAuthenticatorAvailable: async () => true }
  vi.stubGlobal(
    'PublicKeyCredential',
    Object.assign(function PublicKeyCredential() {}, known),
  )
  Object.defineProperty(navigator, 'credentials', { configurable: true, value: { get, create: get } })
}

/** Mocks answers by the end of their path, and records the calls. */
function server(answers: Record<string, { status: number; body: unknown }>) {
  const calls: string[] = []
  vi.stubGlobal('fetch', async (url: string) => {
    const path = url.split('?')[0] ?? ''
    calls.push(path)
    const found = answers[path] ?? { status: 404, body: {} }
    return new Response(JSON.stringify(found.body), { status: found.status })
  })
  return calls
}

/** The server's error for the password. */
const refuse = (code: string) => ({
  status: 400,
  body: { code: 'invalid-fields', title: '', errors: [{ field: 'password', code, title: `Refused: ${code}` }] },
})
const question = { ceremony: 'c', publicKey: { challenge: 'AAAA', rpId: 'localhost' } }
const nobody = async () => {}

describe('passkeys', () => {
  beforeEach(() => {
    vi.stubGlobal('matchMedia', () => ({ matches: true }))
    localStorage.clear()
  })
  afterEach(() => vi.unstubAllGlobals())

  it('passkeys are not mentioned where the browser does not support them', async () => {
    vi.stubGlobal('isSecureContext', true)
    const calls = server({ '/api/member/passkey': { status: 200, body: { passkeys: [] } } })
    const { container } = show(
      <>
        <PasskeyLogin remember={() => false} onLoggedIn={nobody} />
        <PasskeyOffer />
        <PasskeySection />
      </>,
    )
    await waitFor(() => expect(calls).toEqual(['/api/member/passkey']))
    expect(container.textContent).toBe('')
  })

  it('passkeys are explained where the address is not https', async () => {
    vi.stubGlobal('isSecureContext', false)
    server({ '/api/member/passkey': { status: 200, body: { passkeys: [] } } })
    show(<PasskeySection />)
    expect(await screen.findByText(t('passkey.needs-https'))).toBeVisible()
    expect(screen.queryByRole('button')).toBeNull()
  })

  it('a cancelled passkey prompt is not an error', async () => {
    withPasskeys(async () => Promise.reject(new DOMException('', 'NotAllowedError')))
    const calls = server({ '/api/auth/passkey/begin': { status: 200, body: question } })
    const loggedIn = vi.fn<() => Promise<void>>(nobody)
    show(<PasskeyLogin remember={() => false} onLoggedIn={loggedIn} />)
    const button = await screen.findByRole('button', { name: t('passkey.login-phone') })
    await userEvent.click(button)
    await waitFor(() => expect(calls).toEqual(['/api/auth/passkey/begin']))
    await waitFor(() => expect(button).not.toHaveAttribute('aria-busy'))
    expect(screen.queryByRole('alert')).toBeNull()
    expect(loggedIn).not.toHaveBeenCalled()
  })

  it('passkeys name the right address when the page is open at another one', async () => {
    withPasskeys()
    const body = { ...question, publicKey: { ...question.publicKey, rpId: 'temple.example' } }
    server({ '/api/auth/passkey/begin': { status: 200, body } })
    const outcome = await logInByPasskey(() => false)
    expect(outcome).toMatchObject({
      kind: 'told',
      told: { key: 'passkey.other-address', vars: { address: 'temple.example' } },
    })
  })

  it('passkeys show the server’s error message', async () => {
    withPasskeys()
    const title = t('fault.too-many-tries')
    server({ '/api/auth/passkey/begin': { status: 400, body: { code: 'too-many-tries', title } } })
    show(<PasskeyLogin remember={() => false} onLoggedIn={nobody} />)
    await userEvent.click(await screen.findByRole('button', { name: t('passkey.login-phone') }))
    expect(await screen.findByRole('alert')).toHaveTextContent(title)
  })

  it('passkeys are offered until "Not now", which this device remembers', async () => {
    withPasskeys()
    const calls = server({ '/api/member/passkey': { status: 200, body: { passkeys: [] } } })
    const first = show(<PasskeyOffer />)
    await userEvent.click(await screen.findByRole('button', { name: t('passkey.offer-later') }))
    expect(first.container.textContent).toBe('')
    first.unmount()
    show(<PasskeyOffer />)
    await new Promise((done) => setTimeout(done))
    expect(calls).toHaveLength(1)
    expect(screen.queryByRole('heading')).toBeNull()
  })

  it('adding a passkey asks for the password when the last login is too long ago', async () => {
    withPasskeys()
    const title = t('fault.password-needed')
    const errors = [{ field: 'password', code: 'password-needed', title }]
    server({
      '/api/member/passkey': { status: 200, body: { passkeys: [] } },
      '/api/member/passkey/begin': { status: 400, body: { code: 'invalid-fields', title, errors } },
    })
    show(<PasskeySection />)
    await userEvent.click(await screen.findByRole('button', { name: t('passkey.add-phone') }))
    const field = await screen.findByLabelText(t('common.field.your-password'))
    expect(field).toHaveFocus()
    expect(field).toHaveAttribute('autocomplete', 'current-password')
    expect(field).not.toHaveAttribute('aria-invalid')
  })

  it('removing a passkey needs the password, and a wrong password is an error at its field', async () => {
    const answers: Parameters<typeof server>[0] = {
      '/api/member/passkey': {
        status: 200,
        body: { passkeys: [{ id: 'p1', name: 'Phone', createdAt: '2026-11-21T04:00:00Z' }] },
      },
      '/api/member/passkey/p1/remove': refuse('password-needed'),
    }
    withPasskeys()
    const calls = server(answers)
    show(<PasskeySection />)
    await userEvent.click(await screen.findByRole('button', { name: new RegExp(`^${t('passkey.remove')}`) }))
    const sure = screen.getByRole('button', { name: t('passkey.remove-yes') })
    await userEvent.click(sure)
    const field = await screen.findByLabelText(t('common.field.your-password'))
    expect(field).toHaveFocus()
    expect(field).toBeValid()
    answers['/api/member/passkey/p1/remove'] = refuse('wrong-password')
    await userEvent.type(field, 'not this')
    await userEvent.click(sure)
    expect(await screen.findByText('Refused: wrong-password')).toBeVisible()
    expect(field).toHaveFocus()
    expect(field).toHaveValue('not this')
    answers['/api/member/passkey/p1/remove'] = { status: 200, body: { passkeys: [] } }
    await userEvent.click(sure)
    await waitFor(() => expect(screen.queryByText('Phone')).toBeNull())
    expect(calls.filter((path) => path.endsWith('/remove'))).toHaveLength(3)
  })
})

describe('passkey data exchanged with the server', () => {
  it('passkey data is base64url in both directions', () => {
    const all = Uint8Array.from({ length: 256 }, (_, index) => index)
    expect(bytes(text(all.buffer))).toEqual(all)
    expect(text(Uint8Array.of(251, 255).buffer)).toBe('-_8')
  })

  it('a new passkey is named after the device, as its owner would say it', () => {
    expect(deviceName(t, 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X)')).toBe('iPhone')
    expect(deviceName(t, 'Mozilla/5.0 (Linux; Android 16; Pixel 9)')).toBe('Android phone')
    expect(deviceName(t, 'Mozilla/5.0 (Windows NT 10.0; Win64; x64)')).toBe('Windows computer')
    expect(deviceName(t, 'curl')).toBe('Computer')
  })
})
