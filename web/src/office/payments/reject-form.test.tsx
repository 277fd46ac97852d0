import { makeT } from '../../i18n/messages.ts'
import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeAll, expect, it, vi } from 'vitest'
import { LanguageProvider } from '../../i18n/context.tsx'
import type { Payment } from './payment-type.ts'
import { RejectForm } from './reject-form.tsx'
import type { Verdict } from './use-decision.ts'
import { messages } from '../../site/testing/show-page.tsx'

const t = makeT('en', messages.en)

const payment = {
  id: 'one',
  amount: 8800,
  declaredAmount: 8800,
  bank: { state: 'none' },
  invoice: { locale: 'zh' },
  reasons: [
    { code: 'unreadable', text: { en: 'Your picture is too dark.', zh: '截图太暗，看不清楚。' } },
    { code: 'other', text: { en: 'Please read our note below.', zh: '请看以下说明。' } },
  ],
} as unknown as Payment

function show() {
  const reject = vi.fn<(verdict: Verdict) => void>()
  render(
    <LanguageProvider locale="en" messages={messages.en}>
      <RejectForm payment={payment} act={{ pending: false }} onClose={() => {}} onReject={reject} />
    </LanguageProvider>,
  )
  return reject
}

// jsdom cannot open dialogs.
beforeAll(() => {
  Object.assign(HTMLDialogElement.prototype, {
    showModal(this: HTMLDialogElement) {
      this.open = true
    },
    close(this: HTMLDialogElement) {
      this.open = false
    },
  })
})

it('previews the rejection in the payer’s language, with the other language below and the office’s own text', async () => {
  const reject = show()
  const choice = screen.getByRole('radio', { name: /截图太暗，看不清楚。/ })
  expect(screen.getByText('截图太暗，看不清楚。')).toHaveAttribute('lang', 'zh-Hans')
  expect(screen.getByText('Your picture is too dark.')).toHaveAttribute('lang', 'en-SG')
  await userEvent.click(choice)
  await userEvent.type(screen.getByRole('textbox'), '请开灯再拍')
  const reads = screen.getByRole('region', { name: 'The payer will read' })
  const [sentence, note, other] = within(reads)
    .getAllByText(/./, { selector: 'p' })
    .map((p) => p.textContent)
  expect([sentence, note, other]).toEqual(['截图太暗，看不清楚。', '请开灯再拍', 'Your picture is too dark.'])
  await userEvent.click(screen.getByRole('button', { name: t('payments.reject-do') }))
  expect(reject).toHaveBeenCalledWith({
    kind: 'rejected',
    amount: 8800,
    body: { reason: 'unreadable', note: '请开灯再拍' },
  })
})

it('requires the office’s own text when the reason alone says too little', async () => {
  const reject = show()
  await userEvent.click(screen.getByRole('radio', { name: new RegExp(t('payments.reason-other')) }))
  await userEvent.click(screen.getByRole('button', { name: t('payments.reject-do') }))
  expect(screen.getByText(t('office.note-missing'))).toBeVisible()
  expect(reject).not.toHaveBeenCalled()
})
