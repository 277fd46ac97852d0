import { makeT } from '../../../i18n/messages.ts'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import type { ApiResult } from '../../../api/result.ts'
import { LanguageProvider } from '../../../i18n/context.tsx'
import { PasswordAgain } from './password-again.tsx'
import { guarded } from './session-gate.ts'
import { SessionProvider } from './session.tsx'
import { messages } from '../../../site/testing/show-page.tsx'

const t = makeT('en', messages.en)

const press = () => userEvent.click(screen.getByRole('button', { name: t('common.login') }))

// jsdom's dialogs cannot be opened.
function showModal(this: HTMLDialogElement) {
  this.open = true
}
function close(this: HTMLDialogElement) {
  this.open = false
}
beforeAll(() => void Object.assign(HTMLDialogElement.prototype, { showModal, close }))
afterEach(() => vi.unstubAllGlobals())

it('confirming the password asks for the second factor too, then continues the work', async () => {
  const user = { id: 'lim', name: 'Lim', email: 'lim@temple.example', mobile: '', roles: ['treasurer'] }
  const sent: unknown[] = []
  vi.stubGlobal('fetch', async (_url: string, init: RequestInit) => {
    if (init.method === 'GET') return new Response(JSON.stringify({ user }), { status: 200 })
    const body: unknown = JSON.parse(typeof init.body === 'string' ? init.body : 'null')
    sent.push(body)
    if (sent.length === 1) return new Response(JSON.stringify({ challenge: 'totp' }), { status: 200 })
    if (sent.length === 2) {
      const errors = [{ field: 'code', code: 'factor-code-wrong', title: t('fault.factor-code-wrong') }]
      return new Response(JSON.stringify({ code: 'invalid-fields', title: 'Please check.', errors }), { status: 400 })
    }
    return new Response(JSON.stringify({ user }), { status: 200 })
  })
  render(
    <LanguageProvider locale="en" messages={messages.en}>
      <QueryClientProvider client={new QueryClient()}>
        <SessionProvider onEnd={() => {}}>
          <PasswordAgain />
        </SessionProvider>
      </QueryClientProvider>
    </LanguageProvider>,
  )
  const answers: ApiResult<string>[] = [{ status: 401 }, { status: 200, value: 'done' }]
  const work = guarded(async () => answers.shift() ?? { status: 404 })
  await userEvent.type(await screen.findByLabelText(t('office.field.password')), 'temple office 2026')
  await press()
  const code = await screen.findByLabelText(t('office.again-code'))
  expect(code).toHaveFocus()
  await userEvent.type(code, '123456')
  await press()
  expect(await screen.findByText(t('fault.factor-code-wrong'))).toBeVisible()
  await userEvent.clear(code)
  await userEvent.type(code, '654321')
  await press()
  await expect(work).resolves.toEqual({ status: 200, value: 'done' })
  const login = { identifier: 'lim@temple.example', password: 'temple office 2026' }
  expect(sent).toEqual([login, { ...login, code: '123456' }, { ...login, code: '654321' }])
})
