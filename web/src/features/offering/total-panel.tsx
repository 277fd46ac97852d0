import type { ReactNode } from 'react'
import { useT } from '../../i18n/context.tsx'
import { money } from '../../i18n/format.ts'
import type { OfferingOption } from '../../domain/offering.ts'
import type { OrderDraft } from '../../domain/order.ts'

/** Renders the slip with the names: alone, or small beside something. */
export type Slip = (beside?: ReactNode) => ReactNode

export type TotalProps = {
  option: OfferingOption
  order: OrderDraft
  /** Cents for one and for all; undefined as long as there is no amount. */
  unit: number | undefined
  total: number | undefined
  /** How many names are typed so far; undefined if none are asked for. */
  names: number | undefined
  asksQuantity: boolean
  button: ReactNode
}

/**
 * The total of the order, beside the form on wide screens: compact, so that total and button fit on the first screen.
 */
export function TotalPanel({ renderSlip, total, button, ...rest }: TotalProps & { renderSlip: Slip | undefined }) {
  const t = useT()
  const lines = <TotalLines {...rest} />
  return (
    <>
      {renderSlip && <div className="bg-paper-2 p-5">{renderSlip(lines)}</div>}
      <div className="p-5">
        {!renderSlip && <div className="mb-4 border-b border-line pb-4">{lines}</div>}
        <p className="flex items-baseline justify-between gap-3">
          <span className="text-lg font-bold">{t('common.field.total')}</span>
          <span className="font-figures text-3xl font-semibold leading-none">
            {total === undefined ? '–' : money(total, true)}
          </span>
        </p>
        <div className="mt-4">{button}</div>
        <p className="mt-3 text-center text-sm text-ink-2">{t('offering.no-payment-yet')}</p>
      </div>
    </>
  )
}

function TotalLines({ option, order, unit, names, asksQuantity }: Omit<TotalProps, 'total' | 'button'>) {
  const t = useT()
  return (
    <dl className="space-y-2">
      <Line term={option.title}>{unit === undefined ? '–' : money(unit, true)}</Line>
      {names !== undefined && <Line term={t('offering.names')}>{names}</Line>}
      {asksQuantity && <Line term={t('offering.quantity')}>{order.quantity}</Line>}
      {order.term !== 'once' && <Line term={t('offering.term')}>{t(`offering.term-${order.term}`)}</Line>}
    </dl>
  )
}

/** The price and the order button at the bottom of a phone's screen. */
export function PriceBar({ option, total, button }: Pick<TotalProps, 'option' | 'total' | 'button'>) {
  return (
    <div className="sticks no-print fixed inset-x-0 bottom-0 z-30 flex items-center justify-between gap-x-3 border-t border-line bg-card px-4 sm:px-8 pb-[calc(min(.75rem,2vw)+env(safe-area-inset-bottom))] pt-[min(.75rem,2vw)] shadow-[0_-8px_24px_-16px_rgb(74_27_20/.4)] lg:hidden">
      <p className="shrink-0 leading-tight">
        <span className="block max-w-[min(9rem,28vw)] truncate text-[min(.9375rem,4vw)] text-ink-2">
          {option.title}
        </span>
        <span className="font-figures text-[min(1.625rem,7vw)] font-semibold">
          {total === undefined ? '–' : money(total, true)}
        </span>
      </p>
      <div className="min-w-0 max-w-md grow text-[min(1.125rem,5vw)] leading-tight [&_.btn]:min-h-[min(3.25rem,13.5vw)] [&_.btn]:px-3 [&_.btn]:py-1.5 [&_.btn]:text-[1em]">
        {button}
      </div>
    </div>
  )
}

function Line(props: { term: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap justify-between gap-x-4">
      <dt className="text-ink-2">{props.term}</dt>
      <dd className="shrink-0 font-semibold">{props.children}</dd>
    </div>
  )
}
