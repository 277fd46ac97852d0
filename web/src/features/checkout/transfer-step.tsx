import { useLocale, useT } from '../../i18n/context.tsx'
import { money, time } from '../../i18n/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { useCountdown } from '../../ui/use-countdown.ts'
import { PayFacts } from './pay-facts.tsx'
import { SaveCode } from './save-code.tsx'

/** A PayNow code: for a cart it expires, for an order it is valid while the order awaits payment. */
export type Code = {
  imageUrl: string
  /** The amount to transfer, in cents. */
  amount: number
  reference: string
  /** When the QR code expires, RFC 3339. */
  qrExpiresAt?: string
}

const three = [1, 2, 3] as const

type Props = {
  code: Code
  /** A payment provider confirms the payment: it is the payee, and no screenshot follows. */
  confirmed?: boolean
}

/**
 * The first step: the QR code beside instructions for banking apps. On a phone, which cannot scan its own screen, the
 * code is saved; on a wide screen it is scanned.
 */
export function TransferStep({ code, confirmed }: Props) {
  const t = useT()
  return (
    <>
      {code.qrExpiresAt && <PayBy until={code.qrExpiresAt} />}
      <div className="grid items-start gap-x-8 gap-y-4 md:grid-cols-[auto_minmax(0,1fr)]">
        <div className="flex flex-col items-center gap-3">
          <img
            src={code.imageUrl}
            width={232}
            height={232}
            alt={t('checkout.qr-alt', { amount: money(code.amount) })}
            className="box-content h-auto w-58 max-w-[calc(100%-1.5rem)] rounded-2xl bg-white p-2.5 shadow-card"
          />
          <SaveCode url={code.imageUrl} reference={code.reference} />
        </div>
        <div className="min-w-0 space-y-4">
          <Steps of="phone" className="md:hidden" />
          <Steps of="wide" count={confirmed ? 2 : 3} className="max-md:hidden" />
          {!confirmed && <PayFacts reference={code.reference} />}
        </div>
      </div>
    </>
  )
}

function Steps({ of, count = 3, className }: { of: 'phone' | 'wide'; count?: number; className: string }) {
  const t = useT()
  return (
    <ol className={`grid gap-2 text-sm leading-snug text-ink-2 ${className}`}>
      {three.slice(0, count).map((step) => (
        <li key={step} className="flex gap-2">
          <span
            aria-hidden="true"
            className="grid h-5.5 w-5.5 shrink-0 place-items-center rounded-full bg-gold-1 text-xs font-bold text-gold-7"
          >
            {step}
          </span>
          {t(`checkout.${of}-${step}`)}
        </li>
      ))}
    </ol>
  )
}

function PayBy({ until }: { until: string }) {
  const t = useT()
  const locale = useLocale()
  const left = useCountdown(Date.parse(until))
  return (
    <p className="flex items-center gap-2 text-ink-2">
      <Icon name="clock" size={20} className="shrink-0" />
      {left > 90
        ? t('checkout.pay-by', { time: time(locale, until), count: Math.floor(left / 60) })
        : t('checkout.pay-by-seconds', { time: time(locale, until), count: left })}
    </p>
  )
}
