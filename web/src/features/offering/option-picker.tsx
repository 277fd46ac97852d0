import type { ReactNode } from 'react'
import { useT } from '../../i18n/context.tsx'
import { money } from '../../i18n/format.ts'
import { RadioCards } from '../../ui/radio-cards.tsx'
import { isSoldOut, type OfferingOption } from '../../domain/offering.ts'

/** From this number of remaining places on, the card shows it. */
const few = 20

type Props = {
  title: ReactNode
  options: readonly OfferingOption[]
  value: string
  onChange: (optionId: string) => void
  error?: string
  /** One below the other, at any screen width. */
  stacked?: boolean
}

/** The options of an offering with their prices. */
export function OptionPicker({ title, options, value, onChange, error, stacked = false }: Props) {
  const t = useT()
  const state = (option: OfferingOption) => {
    if (isSoldOut(option)) return t('common.state-sold-out')
    return option.remaining !== undefined && option.remaining <= few
      ? t('offering.left', { count: option.remaining })
      : ''
  }
  const columns = stacked ? 1 : options.length === 2 ? 2 : options.length > 2 ? 3 : 1
  return (
    <RadioCards
      id="order-option"
      legend={stacked ? title : <h2 className="mb-4 text-2xl">{title}</h2>}
      hideLegend={stacked}
      name="order-option"
      value={value}
      onChange={onChange}
      error={error}
      columns={columns}
      options={options.map((option) => ({
        value: option.id,
        title: option.title,
        text: (
          <>
            {option.description}
            {state(option) && <span className="block font-semibold text-gold-7">{state(option)}</span>}
          </>
        ),
        aside:
          option.price === undefined
            ? option.min
              ? t('common.from-price', { price: money(option.min, true) })
              : t('offering.any-amount')
            : money(option.price, true),
        disabled: isSoldOut(option),
      }))}
    />
  )
}
