import { useEffect, useState, type ReactNode } from 'react'
import { useLocale, useT } from '../../i18n/context.tsx'
import { date, dateTime, money } from '../../i18n/format.ts'
import { usePage } from '../../site/router/payload.tsx'
import { TemplePhone } from '../../site/router/temple-phone.tsx'
import { Picture } from '../../ui/art/picture.tsx'
import { Icon } from '../../ui/icon.tsx'
import type { Invoice } from '../../domain/invoice.ts'
import { orderSteps, type OrderStep } from './order-steps.ts'

/** How often an open page polls for the office's decision, in milliseconds. */
const lookEvery = 20_000

type Props = {
  invoice: Invoice
  /** The slip with the names, if there are any. */
  slip?: ReactNode
  memorial: boolean
}

/**
 * The order page right after payment: thanks, and a picture of the lamp with its names. It updates when the office
 * decides.
 */
export function AfterPayment({ invoice, slip, memorial }: Props) {
  const t = useT()
  const { reload } = usePage()
  const { status } = invoice
  const [first] = useState(status)
  const waits = status === 'under-verification'
  useEffect(() => {
    if (!waits) return
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') reload().catch(() => {})
    }, lookEvery)
    return () => clearInterval(timer)
  }, [waits, reload])
  return (
    <section aria-labelledby="status-heading" className="space-y-4">
      <div className="no-print relative grid min-h-64 items-center overflow-hidden rounded-card bg-lacquer sm:min-h-80">
        <div className="absolute inset-0">
          <Picture art={memorial ? 'tablet' : 'lamp'} eager />
        </div>
        {slip && <div className="relative ml-auto mr-5 scale-90">{slip}</div>}
      </div>
      <div className="text-lg">
        <h2 id="status-heading" className="text-3xl">
          {t(waits ? 'invoice.status-under-verification-title' : 'invoice.status-paid-title')}
        </h2>
        <p className="text-ink-2">{t(waits ? 'invoice.next-under-verification' : 'invoice.next-paid')}</p>
      </div>
      <p role="status" className="sr-only">
        {first === 'under-verification' && status === 'paid' && t('invoice.now-checked')}
      </p>
      {waits && (
        <p className="no-print text-center">
          <TemplePhone />
        </p>
      )}
    </section>
  )
}

/** The four steps of an order with dates: the only place that shows an order's progress. */
export function OrderProgress({ invoice }: { invoice: Invoice }) {
  const t = useT()
  return (
    <ol aria-label={t('invoice.steps')}>
      {orderSteps(invoice).map((step, i, all) => (
        <Step key={step.name} step={step} invoice={invoice} last={i === all.length - 1} />
      ))}
    </ol>
  )
}

const looks = {
  done: 'bg-jade text-white',
  now: 'bg-card text-gold-7 shadow-[inset_0_0_0_2.5px_var(--color-gold),0_0_0_5px_var(--color-gold-1)]',
  later: 'bg-paper-2 text-ink-2',
}

function Step({ step, invoice, last }: { step: OrderStep; invoice: Invoice; last: boolean }) {
  const t = useT()
  const locale = useLocale()
  const { name, state, at } = step
  const says =
    name === 'received'
      ? [at && dateTime(locale, at), money(invoice.subTotal)].filter(Boolean).join(' · ')
      : state === 'done'
        ? at && date(locale, at)
        : at
          ? t(`invoice.four-${name}-by`, { date: date(locale, at) })
          : t(`invoice.four-${name}-text`)
  return (
    <li
      aria-current={state === 'now' ? 'step' : undefined}
      className={`relative grid grid-cols-[2.1rem_minmax(0,1fr)] gap-x-4 pb-4 ${last ? '' : `before:absolute before:bottom-0 before:left-[1rem] before:top-9 before:border-l-2 ${state === 'done' ? 'before:border-jade' : 'before:border-line'}`}`}
    >
      <span className={`relative grid h-[2.1rem] w-[2.1rem] place-items-center rounded-full ${looks[state]}`}>
        <Icon name={step.icon} size={19} />
      </span>
      <div>
        <p className="text-lg font-bold">
          {t(`invoice.four-${name}`)}
          <span className="sr-only">: {t(`invoice.steps-is-${state}`)}</span>
        </p>
        {says && <p className="text-ink-2">{says}</p>}
      </div>
    </li>
  )
}
