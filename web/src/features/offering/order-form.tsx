import type { ReactNode } from 'react'
import { useT } from '../../i18n/context.tsx'
import { money } from '../../i18n/format.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorSummary } from '../../ui/error-summary.tsx'
import { Notice } from '../../ui/notice.tsx'
import { SectionMark } from '../../ui/section-mark.tsx'
import { ChoiceFields } from './choice-fields.tsx'
import type { OfferingDetail } from '../../domain/offering.ts'
import { OptionPicker } from './option-picker.tsx'
import { choose, chosen, hasOpenAmount, total, unitPrice, type OrderDraft } from '../../domain/order.ts'
import type { useOrderForm } from './use-order-form.ts'
import { useBrowser } from '../../lib/use-browser.ts'
import { PriceBar, TotalPanel, type Slip } from './total-panel.tsx'

type Props = {
  form: ReturnType<typeof useOrderForm>
  offering: OfferingDetail
  order: OrderDraft
  onOrder: (order: OrderDraft) => void
  editing: boolean
  /** How many names are typed; undefined if the form asks for none. */
  names: number | undefined
  renderSlip: Slip | undefined
  intro: ReactNode
  /** The form's fields; their section numbers follow the option section, if there is one. */
  fields: ReactNode
  after: ReactNode
  onLeave: () => void
}

const formId = 'order'

/** The order form of an offering: choice and form on the left, slip preview and total on the right or below. */
export function OrderForm({ form, ...props }: Props) {
  const t = useT()
  const { offering, order, names } = props
  // Before hydration, submitting would trigger the browser's native form submission.
  const ready = useBrowser(() => true, false)
  const option = chosen(offering, order)
  if (!option) return null
  const asksQuantity = names === undefined && !hasOpenAmount(option)
  const sum = total(offering, order, asksQuantity)
  const several = offering.options.length > 1
  const button = (
    <Button
      kind="primary"
      icon="cart"
      wide
      type={ready ? 'submit' : 'button'}
      form={formId}
      pending={form.pending}
      className="text-lg"
    >
      {t(props.editing ? 'offering.save' : 'offering.add')}
    </Button>
  )
  const panel = { option, order, unit: unitPrice(offering, order), total: sum, names, asksQuantity, button }
  return (
    <>
      <div className="min-w-0">
        {props.intro}
        <form
          id={formId}
          noValidate
          className="mt-10 space-y-10"
          onSubmit={form.onSubmit}
          onBlur={props.onLeave}
          onChange={(event) =>
            event.target instanceof HTMLElement && form.edit(event.target.id || event.target.getAttribute('name') || '')
          }
        >
          <ErrorSummary {...form.summary} />
          <noscript>
            <Notice kind="warning">{t('offering.no-script')}</Notice>
          </noscript>
          {several ? (
            <OptionPicker
              title={
                <>
                  <SectionMark number={0} />
                  {t('offering.choose-title')}
                </>
              }
              options={offering.options}
              value={order.optionId}
              error={form.errors.get('order-option')}
              onChange={(id) => props.onOrder(choose(offering, order, id))}
            />
          ) : (
            <div
              id="order-option"
              tabIndex={-1}
              className="card flex flex-wrap items-center justify-between gap-x-6 gap-y-1 p-4 sm:p-5"
            >
              <p className="min-w-0">
                <span className="block text-lg font-bold leading-tight">{option.title}</span>
                <span className="block text-sm text-ink-2">{option.description}</span>
              </p>
              {option.price !== undefined && <p className="text-xl font-bold">{money(option.price, true)}</p>}
            </div>
          )}
          <ChoiceFields
            option={option}
            order={order}
            asksQuantity={asksQuantity}
            errors={form.errors}
            onChange={props.onOrder}
          />
          {props.fields}
        </form>
        <div className="below mt-10 space-y-10">
          {props.renderSlip && (
            <div className="rounded-card bg-paper-2 px-4 pb-5 pt-7 lg:hidden">{props.renderSlip()}</div>
          )}
          {props.after}
        </div>
      </div>
      <aside className="hidden lg:sticky lg:block lg:top-28 lg:self-start" aria-label={t('common.field.total')}>
        <div className="card overflow-hidden">
          <TotalPanel {...panel} renderSlip={props.renderSlip} />
        </div>
      </aside>
      <PriceBar option={option} total={sum} button={button} />
    </>
  )
}
