import { keyFor } from '../../i18n/messages.ts'
import { useT } from '../../i18n/context.tsx'
import { money } from '../../i18n/format.ts'
import { Quantity } from '../../ui/quantity.tsx'
import { RadioCards } from '../../ui/radio-cards.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { typedAmount } from '../../domain/amount.ts'
import type { OfferingOption } from '../../domain/offering.ts'
import { hasOpenAmount, mostAmount, mostOf, placesOf, type OrderDraft } from '../../domain/order.ts'
import { PlaceField } from '../../forms/place-field.tsx'

type Props = {
  option: OfferingOption
  order: OrderDraft
  asksQuantity: boolean
  onChange: (order: OrderDraft) => void
  /** Error texts by control id. */
  errors: ReadonlyMap<string, string>
}

/** The choices that an option leaves: amount, term, quantity. Renders nothing if there are none. */
export function ChoiceFields({ option, order, asksQuantity, onChange, errors }: Props) {
  const t = useT()
  const open = hasOpenAmount(option)
  const terms = option.terms.length > 1
  const range = { min: money(option.min ?? 100, true), max: money(option.max ?? mostAmount, true) }
  if (!open && !terms && !asksQuantity && !option.choosesPlace)
    return option.terms[0] === 'once' ? null : (
      <p className="font-semibold">{t(keyFor('offering.term-', `${option.terms[0]}-text`))}</p>
    )
  return (
    <div className="space-y-6">
      {open && (
        <div className="max-w-sm">
          <TextField
            id="order-amount"
            label={t('offering.amount')}
            hint={t(option.max === undefined ? 'offering.amount-from' : 'offering.amount-range', range)}
            error={errors.get('order-amount')}
            inputMode="decimal"
            autoComplete="off"
            placeholder="S$"
            className="text-2xl font-bold"
            value={order.amount}
            onChange={(event) => onChange({ ...order, amount: event.target.value })}
          />
          {option.suggestions && (
            <div className="mt-3 flex flex-wrap gap-2">
              {option.suggestions.map((cents) => (
                <button
                  key={cents}
                  type="button"
                  className="btn btn-3"
                  onClick={() => onChange({ ...order, amount: typedAmount(cents) })}
                >
                  {money(cents, true)}
                </button>
              ))}
            </div>
          )}
        </div>
      )}
      {terms && (
        <RadioCards
          id="order-term"
          legend={t('offering.term')}
          name="order-term"
          value={order.term}
          error={errors.get('order-term')}
          columns={option.terms.length > 2 ? 3 : 2}
          onChange={(value) => onChange({ ...order, term: option.terms.find((term) => term === value) ?? order.term })}
          options={option.terms.map((term) => ({
            value: term,
            title: t(`offering.term-${term}`),
            text: t(`offering.term-${term}-text`),
          }))}
        />
      )}
      {asksQuantity && (
        <Quantity
          id="order-quantity"
          label={t('offering.quantity')}
          value={order.quantity}
          most={mostOf(option)}
          error={errors.get('order-quantity')}
          onChange={(quantity) => onChange({ ...order, quantity })}
        />
      )}
      {option.choosesPlace && (
        <PlaceField
          id="order-place"
          option={option.id}
          most={order.quantity}
          value={placesOf(option, order)}
          error={errors.get('order-place')}
          onChange={(places) => onChange({ ...order, places })}
        />
      )}
    </div>
  )
}
