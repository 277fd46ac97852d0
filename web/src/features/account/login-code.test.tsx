import { makeT } from '../../i18n/messages.ts'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import type { ApiResult } from '../../api/result.ts'
import { LanguageProvider } from '../../i18n/context.tsx'
import { LoginCode, type Challenge } from './login-code.tsx'
import { messages } from '../../site/testing/show-page.tsx'

const t = makeT('en', messages.en)

const wrong: ApiResult<unknown> = {
  status: 400,
  body: {
    code: 'invalid-fields',
    title: 'Please check.',
    errors: [{ field: 'code', code: 'factor-code-wrong', title: 'Not right.' }],
  },
}

const press = () => userEvent.click(screen.getByRole('button', { name: t('common.login') }))

function show(challenge: Challenge, answers: ApiResult<unknown>[]) {
  const sent: string[] = []
  const loggedIn = vi.fn<() => Promise<void>>(async () => {})
  const back = vi.fn<() => void>()
  const logIn = async (code: string) => {
    sent.push(code)
    return answers.shift() ?? { status: 404 as const }
  }
  render(
    <LanguageProvider locale="en" messages={messages.en}>
      <LoginCode challenge={challenge} logIn={logIn} onLoggedIn={loggedIn} onBack={back} />
    </LanguageProvider>,
  )
  return { sent, loggedIn, back }
}

it('login asks for six digits, reports a wrong code, and accepts the right one', async () => {
  const { sent, loggedIn } = show('totp', [wrong, { status: 200, value: {} }])
  expect(screen.getByRole('heading')).toHaveFocus()
  const field = screen.getByLabelText(t('factor.code'))
  expect(field).toHaveAttribute('autocomplete', 'one-time-code')
  await press()
  expect(screen.getAllByText(t('factor.code-missing'))[0]).toBeVisible()
  await userEvent.type(field, '12 34-56')
  await press()
  expect((await screen.findAllByText('Not right.'))[0]).toBeVisible()
  expect(field).toHaveValue('12 34-56')
  await press()
  expect(sent).toEqual(['123456', '123456'])
  expect(loggedIn).toHaveBeenCalledOnce()
})

it('login accepts a recovery code instead of the phone’s code', async () => {
  const { sent, loggedIn } = show('totp', [{ status: 200, value: {} }])
  await userEvent.click(screen.getByRole('button', { name: t('factor.to-recovery') }))
  await press()
  expect(screen.getAllByText(t('factor.recovery-missing'))[0]).toBeVisible()
  await userEvent.type(screen.getByLabelText(t('factor.recovery-code')), 'k7q4-x9tm-2rph-w6cd')
  await press()
  expect(sent).toEqual(['k7q4x9tm2rphw6cd'])
  expect(loggedIn).toHaveBeenCalledOnce()
})

it('login returns to the password when the password was changed meanwhile', async () => {
  const { back } = show('passkey', [{ status: 401 }])
  await userEvent.type(screen.getByLabelText(t('factor.recovery-code')), 'k7q4-x9tm-2rph-w6cd')
  await press()
  expect(back).toHaveBeenCalledOnce()
})
