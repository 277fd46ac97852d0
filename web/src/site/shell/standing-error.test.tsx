import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { LanguageProvider } from '../../i18n/context.tsx'
import { toastFailure, toastUnexpected } from '../../forms/use-act.ts'
import { toast, toastStore } from '../../ui/toast-store.ts'
import { messages } from '../testing/show-page.tsx'
import { StandingError } from './standing-error.tsx'

vi.mock('../router/temple-phone.tsx', () => ({ TemplePhone: () => null }))

const on = (count: number) => (
  <LanguageProvider locale="en" messages={messages.en}>
    <StandingError count={count} />
  </LanguageProvider>
)
const refused = { status: 400, body: { code: 'x', title: 'This order can no longer be cancelled.' } } as const

it('an error stays on its page until closed or left; its toast disappears after three seconds', async () => {
  const { rerender } = render(on(1))
  act(() => toastFailure(refused))
  expect(toastStore.current().at(-1)?.duration).toBe(3000)
  expect(screen.getByText('This order can no longer be cancelled.')).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Close' }))
  expect(screen.queryByText('This order can no longer be cancelled.')).toBeNull()
  act(() => toastUnexpected())
  expect(screen.getByText(/Something went wrong/)).toBeVisible()
  rerender(on(2))
  expect(screen.queryByText(/Something went wrong/)).toBeNull()
})

it('an error shown by its own part of the page, and a success, are not shown there again', () => {
  render(on(1))
  act(() => {
    toastFailure(refused, true)
    toast({ text: 'message.logged-out', type: 'success' })
  })
  expect(screen.queryByText('This order can no longer be cancelled.')).toBeNull()
  expect(screen.queryByRole('button')).toBeNull()
})
