import { useT } from '../../i18n/context.tsx'
import { money } from '../../i18n/format.ts'
import { usePage } from '../../site/router/payload.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { useCountdown } from '../../ui/use-countdown.ts'
import { writeAmount } from '../../domain/amount.ts'

type Code = {
  imageUrl: string
  /** Cents. */
  amount: number
  reference: string
  /** RFC 3339; absent for an order, whose code lives as long as the order waits. */
  qrExpiresAt?: string
}

/** The PayNow QR code with what the bank's app must show beside it: amount, reference, payee and UEN; and the way of a person with one phone. */
export function QrCard({ hold }: { hold: Code }) {
  const t = useT()
  const { site } = usePage()
  const rows = [
    ['checkout.amount-to-pay', money(hold.amount), writeAmount(hold.amount)],
    ['checkout.reference', hold.reference, hold.reference],
    ['checkout.payee', site.payee, ''],
    ['checkout.uen', site.uen, site.uen],
  ] as const
  return (
    <div className="card grid gap-6 p-5 sm:p-6 md:grid-cols-[auto_1fr]">
      <div className="flex flex-col items-center gap-3">
        <img
          src={hold.imageUrl}
          width={288}
          height={288}
          alt={t('checkout.qr-alt', { amount: money(hold.amount) })}
          className="h-auto w-72 max-w-full rounded-xl bg-white"
        />
        <a href={hold.imageUrl} download={`paynow-${hold.reference}.png`} className={buttonClass('plain', 'w-full')}>
          <Icon name="download" />
          {t('checkout.qr-save')}
        </a>
      </div>
      <div className="min-w-0">
        <dl className="space-y-4">
          {rows
            .filter(([, shown]) => shown)
            .map(([label, shown, copied]) => (
              <div key={label}>
                <dt className="text-ink-2">{t(label)}</dt>
                <dd className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
                  <span className={`font-bold wrap-anywhere ${label === 'checkout.payee' ? 'text-xl' : 'text-2xl'}`}>
                    {shown}
                  </span>
                  {copied && <CopyButton text={copied} of={t(label)} />}
                </dd>
              </div>
            ))}
        </dl>
        <p className="mt-3">{t('checkout.payee-check')}</p>
        {hold.qrExpiresAt && <TimeLeft until={hold.qrExpiresAt} />}
        <p className="mt-4 font-semibold">{t('checkout.one-phone')}</p>
        <ol className="mt-1 list-decimal space-y-1 pl-6">
          {([1, 2, 3] as const).map((step) => (
            <li key={step}>{t(`checkout.one-phone-${step}`)}</li>
          ))}
        </ol>
      </div>
    </div>
  )
}

function TimeLeft({ until }: { until: string }) {
  const t = useT()
  const left = useCountdown(Date.parse(until))
  return (
    <p className="mt-4 font-semibold">
      {left > 90
        ? t('checkout.qr-left-minutes', { count: Math.floor(left / 60) })
        : t('checkout.qr-left-seconds', { count: left })}
    </p>
  )
}
