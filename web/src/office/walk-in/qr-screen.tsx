import { OrderLines } from '../../features/invoice/order-lines.tsx'
import { useLocale, useT } from '../../i18n/context.tsx'
import { dateTime, money } from '../../i18n/format.ts'
import { Button } from '../../ui/button.tsx'
import { Panel } from '../../ui/panel.tsx'
import { PhotographButton } from './photograph-button.tsx'
import type { WalkIn } from './walk-in-queries.ts'

type Props = {
  invoice: WalkIn['invoice']
  qr: NonNullable<WalkIn['qr']>
  onCash: () => void
  /** Called when the treasurer has a picture to review. */
  onShown: () => void
  onNext: () => void
}

/** The QR code for the devotee's phone, with instructions in both languages; beside it the clerk's actions. */
export function QrScreen({ invoice, qr, onCash, onShown, onNext }: Props) {
  const t = useT()
  const locale = useLocale()
  return (
    <>
      <section className="card p-5 text-center sm:p-8" aria-label="PayNow">
        <h2 className="text-2xl">{t('walk-in.scan-both')}</h2>
        <img
          src={qr.imageUrl}
          alt={t('walk-in.code-alt')}
          className="mx-auto my-4 block aspect-square w-full max-w-[26rem] rounded-2xl bg-white"
        />
        <p className="font-display text-5xl font-semibold leading-tight">{money(qr.amount)}</p>
        <dl className="mx-auto mt-4 grid max-w-md grid-cols-[auto_1fr] gap-x-6 gap-y-2 text-left text-lg">
          <dt className="text-ink-2">{t('walk-in.payee-both')}</dt>
          <dd className="font-bold">{qr.payee}</dd>
          <dt className="text-ink-2">{t('walk-in.reference-both')}</dt>
          <dd className="font-mono text-xl font-bold tracking-wide">{qr.reference}</dd>
          {qr.expiresAt && (
            <>
              <dt className="text-ink-2">{t('walk-in.until-both')}</dt>
              <dd className="break-keep font-bold">{dateTime(locale, qr.expiresAt)}</dd>
            </>
          )}
        </dl>
      </section>
      <div className="space-y-4">
        <Panel size="s" className="space-y-3">
          <h2 className="text-xl">{t('walk-in.then')}</h2>
          <PhotographButton invoiceId={invoice.id} onDone={onShown} />
          <p className="text-ink-2">{t('walk-in.or-statement')}</p>
          <Button wide onClick={onNext}>
            {t('office.next-person')}
          </Button>
          <Button wide icon="heart" onClick={onCash}>
            {t('walk-in.switch-cash')}
          </Button>
        </Panel>
        <Panel size="s">
          <OrderLines items={invoice.items ?? []} />
        </Panel>
      </div>
    </>
  )
}
