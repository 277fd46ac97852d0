import { Link } from 'wouter'
import { useT } from '../../i18n/context.tsx'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { iconButtonClass } from '../../ui/icon-button.tsx'
import { ageOf } from '../kit/format/age.ts'
import { Key } from '../kit/act/key.tsx'
import { PageTop } from '../kit/layout/page-top.tsx'
import { useNow } from '../kit/format/use-now.ts'
import type { Payment } from './payment-type.ts'
import type { Neighbours } from './use-neighbours.ts'

type Props = { payment: Payment; near: Neighbours; back: string; onGo: (to: string | undefined) => void }

/** The payer, the position in the list, and links to the neighbours. */
export function PaymentHead({ payment, near, back, onGo }: Props) {
  const t = useT()
  const now = useNow()
  const { unit, count } = ageOf(payment.createdAt, now)
  const { payer, payerChinese } = payment
  const crumb = [
    near.place > 0 && t(near.more ? 'payments.place-more' : 'payments.place', { place: near.place, total: near.total }),
    payment.status === 'pending' && t(`office.waiting-${unit}`, { count }),
  ].filter(Boolean)
  return (
    <div className="mb-2 flex flex-wrap items-center gap-3">
      <Link href={back} className={iconButtonClass({}, 'bg-card shadow-[inset_0_0_0_1.5px_var(--color-line-2)]')}>
        <Icon name="back" size={20} />
        <span className="sr-only">
          {t(`payments.list-${payment.status === 'voided' ? 'pending' : payment.status}`)}
        </span>
      </Link>
      <div className="min-w-0 grow [&_h1]:text-2xl [&_h1]:leading-tight [&>div]:mb-0">
        <PageTop
          title={payer || payerChinese || payment.invoiceNumber}
          twin={payer && payerChinese && payerChinese !== payer ? { text: payerChinese, language: 'zh' } : undefined}
          before={
            <p className="text-sm leading-tight text-ink-2">{[t('office.area-payments'), ...crumb].join(' · ')}</p>
          }
        />
      </div>
      <div className="flex gap-2">
        <Button
          aria-disabled={!near.previous || undefined}
          aria-keyshortcuts="k"
          className="min-h-11 px-4 py-1"
          onClick={() => onGo(near.previous)}
        >
          {t('payments.previous')} <Key>K</Key>
        </Button>
        <Button
          aria-disabled={!near.next || undefined}
          aria-keyshortcuts="j"
          className="min-h-11 px-4 py-1"
          onClick={() => onGo(near.next)}
        >
          {t('payments.next')} <Key>J</Key>
        </Button>
      </div>
    </div>
  )
}
