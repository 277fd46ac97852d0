import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { LanguageProvider } from '../../i18n/context.tsx'
import { messages } from '../../site/testing/show-page.tsx'
import type { OrderItem } from '../../domain/invoice.ts'
import { OrderLines } from './order-lines.tsx'

const item = {
  id: 'i1',
  title: 'Blessing lamp',
  optionTitle: 'Grand',
  quantity: 1,
  unitPrice: 18800,
  amount: 18800,
  places: [{ code: 'A-01-03', instead: 'A-01-02' }],
} as OrderItem

it.each([
  ['en', 'A-01-03 in place of A-01-02, which was given to somebody else before the money came.'],
  ['zh', '款项到达之前，A-01-02已由他人选用，现改为A-01-03。'],
] as const)('names the lamp positions that were sold to others meanwhile: %s', (locale, words) => {
  render(
    <LanguageProvider locale={locale} messages={messages[locale]}>
      <OrderLines items={[item]} />
    </LanguageProvider>,
  )
  expect(screen.getByText(words)).toBeInTheDocument()
})
