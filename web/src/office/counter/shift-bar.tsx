import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { useLocale, useT } from '../../i18n/context.tsx'
import { dateTime } from '../../i18n/format.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Notice } from '../../ui/notice.tsx'
import { currentShiftQuery } from '../shift/shift-queries.ts'

/** Says that the user's own cash box is not open, which is needed to take cash. */
export function ShiftBar() {
  const t = useT()
  const { data: shift } = useQuery(currentShiftQuery)
  if (shift !== null) return null
  return (
    <div className="mb-5 lg:max-w-3xl">
      <Notice title={t('counter.closed-title')}>
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
          <p>{t('counter.closed-text')}</p>
          <Link href="/counter/shift" className={buttonClass('primary')}>
            {t('office.open-shift')}
          </Link>
        </div>
      </Notice>
    </div>
  )
}

/** Since when the user's cash box is open, with a link to it. */
export function ShiftLink() {
  const t = useT()
  const locale = useLocale()
  const { data: shift } = useQuery(currentShiftQuery)
  if (!shift) return null
  return (
    <Link href="/counter/shift" className="link touch gap-2 font-semibold">
      <Icon name="clock" size={20} />
      {t('counter.bar', { at: dateTime(locale, shift.openedAt) })}
    </Link>
  )
}
