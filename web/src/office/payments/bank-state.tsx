import { Link } from 'wouter'
import { useLocale, useT } from '../../i18n/context.tsx'
import { money } from '../../i18n/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { shortDay } from '../kit/format/short-day.ts'
import type { Payment } from './payment-type.ts'

type Bank = Pick<Payment['bank'], 'state' | 'through' | 'amount' | 'at' | 'sure'>

/** A sentence about whether the money is on the bank statement. */
export function useBankWords(): (bank: Bank) => string {
  const t = useT()
  const locale = useLocale()
  return ({ state, through, amount, at, sure }) => {
    const date = shortDay(locale, at ?? through ?? 0)
    if (state === 'seen') return t(sure ? 'payments.bank-seen-at' : 'payments.bank-likely-at', { date })
    if (state === 'differs') return t('payments.bank-differs', { amount: money(amount ?? 0) })
    if (state === 'spent') return t('payments.bank-spent')
    if (!through) return t('payments.bank-none')
    return t(state === 'after' ? 'payments.bank-after-text' : 'payments.bank-absent-text', { date })
  }
}

const looks = {
  seen: 'bg-jade-1 text-jade',
  doubt: 'bg-gold-1 text-gold-7',
  open: 'bg-paper-2 text-ink-2',
}

/** What the bank statement shows for a payment, with a link to its line. */
export function BankBox({ payment }: { payment: Payment }) {
  const t = useT()
  const words = useBankWords()
  const { bank, paymentReference, amount, status } = payment
  const doubt = bank.state === 'absent' || bank.state === 'differs' || bank.state === 'spent'
  const look = bank.state === 'seen' ? looks.seen : doubt ? looks.doubt : looks.open
  return (
    <section
      aria-label={t('payments.bank')}
      className={`flex gap-2.5 rounded-xl px-3 py-2 text-sm leading-snug ${look}`}
    >
      <Icon
        name={bank.state === 'seen' ? 'check' : doubt ? 'warning' : 'clock'}
        size={20}
        className="mt-0.5 shrink-0"
      />
      <p>
        <b>{words(bank)}</b>
        {bank.state === 'absent' && status === 'pending' && (
          <> {t('payments.bank-absent-what', { amount: money(amount), reference: paymentReference })}</>
        )}{' '}
        <Link href={bank.statementId ? `/bank/${bank.statementId}` : '/bank'} className="link whitespace-nowrap">
          {t(bank.state === 'none' || bank.state === 'after' ? 'payments.bank-upload' : 'office.view')}
        </Link>
      </p>
    </section>
  )
}
