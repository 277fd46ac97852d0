import { useLocale, useT } from '../../i18n/context.tsx'
import { dateTime, money } from '../../i18n/format.ts'
import { Icon } from '../../ui/icon.tsx'

type Props = { state: string; through?: string; amount?: number }

/** Whether the money has been seen in the bank, in words. */
export function BankState({ state, through, amount }: Props) {
  const t = useT()
  const words = useBankWords()
  if (state === 'seen')
    return (
      <p className="flex items-center gap-2 font-bold text-jade">
        <Icon name="check" size={22} className="shrink-0" />
        {t('desk.bank-seen')}
      </p>
    )
  const doubt = state === 'absent' || state === 'differs' || state === 'spent'
  return (
    <p className={`flex items-start gap-2 ${doubt ? 'font-bold text-gold-7' : 'text-ink-2'}`}>
      <Icon name={doubt ? 'warning' : 'info'} size={22} className="mt-0.5 shrink-0" />
      {words({ state, through, amount })}
    </p>
  )
}

/** The same as a sentence. */
export function useBankWords(): (bank: Props) => string {
  const t = useT()
  const locale = useLocale()
  return ({ state, through, amount }) => {
    if (state === 'seen') return t('desk.bank-seen')
    if (state === 'differs') return t('desk.bank-differs', { amount: money(amount ?? 0) })
    if (state === 'spent') return t('desk.bank-spent')
    if (state !== 'absent' || !through) return t('desk.bank-none')
    return t('desk.bank-absent', { when: dateTime(locale, through) })
  }
}
