import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { useLocale, useT } from '../../i18n/context.tsx'
import { money } from '../../i18n/format.ts'
import { buttonClass } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { shortDay } from '../kit/format/short-day.ts'
import { figuresQuery } from '../kit/query/figures-query.ts'

/** Shown when no payment waits: today's decisions, how far bank statements reach, and links. */
export function DeskEmpty() {
  const t = useT()
  const locale = useLocale()
  const { data } = useQuery(figuresQuery)
  const text = data && [
    t('payments.done-today', { count: data.approvedToday.count, sum: money(data.approvedToday.sum) }),
    data.through ? t('payments.known-to-text', { date: shortDay(locale, data.through) }) : t('payments.bank-none'),
  ]
  return (
    <EmptyState art="flowers" title={t('payments.all-done')} text={text?.join(locale === 'zh' ? '' : ' ')}>
      <Link href="/bank" className={buttonClass()}>
        {t('payments.bank-upload')}
      </Link>
    </EmptyState>
  )
}
