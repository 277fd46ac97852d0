import { makeT } from '../../i18n/messages.ts'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { LanguageProvider } from '../../i18n/context.tsx'
import { NavigationContext } from '../../site/router/navigation.ts'
import { PageProvider } from '../../site/router/payload.tsx'
import { samplePage } from '../../site/testing/samples.ts'
import { ForgotForm } from './forgot-form.tsx'
import { LoginForm } from './login-form.tsx'
import { keptReset } from './reset-draft.ts'
import { ResetForm } from './reset-form.tsx'
import { messages } from '../../site/testing/show-page.tsx'

const t = makeT('zh', messages.zh)

const reload = vi.fn<() => Promise<void>>(async () => {})
const navigate = vi.fn<(url: string) => Promise<void>>(async () => {})
const page = samplePage({ id: 'member-reset-password', path: '/member/reset-password', locale: 'zh', reload })

function show(form: ReactNode) {
  return render(
    <LanguageProvider locale="zh" messages={messages.zh}>
      <PageProvider page={page}>
        <NavigationContext value={{ navigate, preload: () => {} }}>{form}</NavigationContext>
      </PageProvider>
    </LanguageProvider>,
  )
}

/** Mocks the answers to the form's requests, in order. */
function answer(...answers: { status: number; body: unknown }[]) {
  const sent: unknown[] = []
  vi.stubGlobal('fetch', async (_url: string, init?: RequestInit) => {
    sent.push(JSON.parse(typeof init?.body === 'string' ? init.body : 'null'))
    const { status, body } = answers.shift() ?? { status: 200, body: {} }
    return new Response(JSON.stringify(body), { status })
  })
  return sent
}

const tooMany = (code: string, title: string, retryAfter: number) => ({
  status: 400,
  body: { code, title, retryAfter },
})
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label, { exact: true })

describe('login and password reset', () => {
  beforeEach(() => {
    sessionStorage.clear()
    return () => {
      vi.unstubAllGlobals()
      reload.mockClear()
      navigate.mockClear()
    }
  })

  it('login has autocomplete attributes, and shows how long to wait after too many tries', async () => {
    answer(tooMany('too-many-tries', '错了太多次。', 61))
    show(<LoginForm />)
    expect(field(t('member.identifier'))).toHaveAttribute('autocomplete', expect.stringContaining('username'))
    expect(field(t('member.password'))).toHaveAttribute('autocomplete', 'current-password')
    await userEvent.type(field(t('member.identifier')), '9123 4567')
    await userEvent.type(field(t('member.password')), 'lamp by the river')
    await userEvent.click(screen.getByRole('button', { name: t('common.login') }))
    expect(await screen.findByRole('alert')).toHaveTextContent('错了太多次。')
    expect(screen.getByText(/6[01] ?秒/)).toBeInTheDocument()
    expect(field(t('member.password')).value).toBe('lamp by the river')
  })

  it('a password reset shows how long to wait after too many codes were requested, and keeps the number', async () => {
    answer(tooMany('too-many-codes', '验证码发送得太多了。', 600))
    show(<ForgotForm />)
    await userEvent.type(field(t('member.identifier')), '9123 4567')
    await userEvent.click(screen.getByRole('button', { name: t('common.send-code') }))
    expect(await screen.findByRole('alert')).toHaveTextContent('验证码发送得太多了。')
    expect(screen.getByText(/10 ?分钟/)).toBeInTheDocument()
    expect(field(t('member.identifier')).value).toBe('9123 4567')
  })

  it('a password reset marks the new password for password managers, and keeps the code when the password is refused', async () => {
    keptReset.write({ identifier: '9123 4567', sent: { resendAt: 0, expiresAt: Date.now() + 600_000 } })
    const sent = answer({
      status: 400,
      body: {
        code: 'invalid-fields',
        title: '',
        errors: [{ field: 'password', code: 'password-common', title: '这个密码很容易猜到。' }],
      },
    })
    const { container } = show(<ResetForm />)
    const whose = container.querySelector('input[autocomplete="username"]')
    expect(whose).toHaveValue('9123 4567')
    expect(whose).toHaveAttribute('aria-hidden', 'true')
    expect(field(t('member.code'))).toHaveAttribute('autocomplete', 'one-time-code')
    expect(field(t('member.new-password'))).toHaveAttribute('autocomplete', 'new-password')
    await userEvent.type(field(t('member.code')), '048 213')
    expect(field(t('member.new-password'))).toHaveFocus()
    await userEvent.type(field(t('member.new-password')), 'butterfly')
    await userEvent.click(screen.getByRole('button', { name: t('member.reset-button') }))
    expect(await screen.findByRole('link', { name: '这个密码很容易猜到。' })).toHaveAttribute('href', '#password')
    expect([field(t('member.code')).value, field(t('member.new-password')).value]).toEqual(['048 213', 'butterfly'])
    expect(sent).toEqual([{ otp: '048213', password: 'butterfly' }])
  })

  it('a password reset redirects to requesting a code when none is pending', async () => {
    answer({ status: 400, body: { code: 'otp-not-pending', title: '' } })
    show(<ResetForm />)
    await userEvent.type(field(t('member.code')), '048213')
    await userEvent.type(field(t('member.new-password')), 'lamp by the river')
    await userEvent.click(screen.getByRole('button', { name: t('member.reset-button') }))
    await vi.waitFor(() => expect(navigate).toHaveBeenCalledOnce())
    expect(navigate.mock.calls[0]?.[0]).toBe('/zh/member/forgot-password?notice=expired')
  })
})
