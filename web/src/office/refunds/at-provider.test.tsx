import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { makeT } from '../../i18n/messages.ts'
import { messages } from '../../site/testing/show-page.tsx'
import type { Transfer } from '../kit/refund/refund-queries.ts'
import { serve, type Answer } from '../testing/serve.ts'
import { showOffice } from '../testing/show-office.tsx'
import { TransferRow } from './transfer-row.tsx'

type Provider = NonNullable<Transfer['provider']>

const ask = 'POST /api/admin/refund-transfer/r1/provider'
const refund = (provider?: Provider): Transfer => ({
  id: 'r1',
  amount: 1000,
  reason: 'asked-by-devotee',
  at: '2026-11-28T04:00:00Z',
  by: 'Mei',
  pictures: [],
  provider,
})

afterEach(() => vi.unstubAllGlobals())

describe.each(['en', 'zh'] as const)('a refund at the payment provider in %s', (locale) => {
  const t = makeT(locale, messages[locale])
  const show = (provider?: Provider) => showOffice(<TransferRow transfer={refund(provider)} />, locale)
  const button = (words: Parameters<typeof t>[0]) => screen.queryByRole('button', { name: t(words) })

  it.each<[string, Provider | undefined, 'refunds.provider-do' | 'refunds.provider-look' | undefined, boolean]>([
    ['has other money', undefined, undefined, true],
    ['can be asked', { can: true, byHand: true }, 'refunds.provider-do', true],
    ['is being asked', { can: false, byHand: false, state: 'asked' }, undefined, false],
    ['has not answered for long', { can: true, byHand: false, state: 'asked' }, 'refunds.provider-look', false],
    ['cannot be asked', { can: true, byHand: true, state: 'asked' }, 'refunds.provider-look', true],
    ['may have refunded', { can: true, byHand: true, state: 'unsure' }, 'refunds.provider-look', true],
    ['refused', { can: true, byHand: true, state: 'refused', answer: 'no balance' }, 'refunds.provider-do', true],
  ])('when it %s', (_, provider, asks, byHand) => {
    show(provider)
    for (const words of ['refunds.provider-do', 'refunds.provider-look'] as const)
      expect(button(words) !== null).toBe(asks === words)
    expect(button('refunds.mark-done') !== null).toBe(byHand)
    if (!provider?.state) return
    const answer = provider.answer ?? ''
    expect(screen.getByText(t(`refunds.provider-${provider.state}`, { answer }))).toBeVisible()
  })

  it('is asked with one press; a refusal is shown beside the button', async () => {
    const answers: Record<string, Answer> = {
      [ask]: [400, { code: 'refund-under-way', title: t('fault.refund-under-way') }],
    }
    const sent = serve(answers)
    show({ can: true, byHand: true })
    const press = screen.getByRole('button', { name: t('refunds.provider-do') })
    await userEvent.click(press)
    expect(await screen.findByText(t('fault.refund-under-way'))).toBeVisible()
    answers[ask] = [200, {}]
    await userEvent.click(press)
    expect(await screen.findByText(t('refunds.provider-sent', { amount: 'S$10.00' }))).toBeVisible()
    expect(sent.map(({ call }) => call)).toEqual([ask, ask])
  })
})
