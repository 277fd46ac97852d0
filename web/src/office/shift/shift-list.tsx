import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { useLocale, useT } from '../../i18n/context.tsx'
import { dateTime, money, time } from '../../i18n/format.ts'
import { Badge } from '../../ui/badge.tsx'
import { KeyedList } from '../kit/list/keyed-list.tsx'
import { shiftsQuery, type Shift } from './shift-queries.ts'
import { signed } from '../kit/format/signed.ts'

/** Earlier shifts, to find a report, and shifts that were not closed. */
export function ShiftList() {
  const t = useT()
  const list = useInfiniteQuery(shiftsQuery)
  return (
    <section className="max-w-5xl">
      <h2 className="mb-3 text-xl">{t('shift.shifts')}</h2>
      <KeyedList query={list} lines={4} empty={<p className="text-ink-2">{t('shift.none-yet')}</p>}>
        {(shifts) => (
          <ul className="space-y-2.5">
            {shifts.map((shift) => (
              <li key={shift.id}>
                <Row shift={shift} />
              </li>
            ))}
          </ul>
        )}
      </KeyedList>
    </section>
  )
}

function Row({ shift }: { shift: Shift }) {
  const t = useT()
  const locale = useLocale()
  const even = shift.difference === 0
  return (
    <Link
      href={`/counter/${shift.id}`}
      className="card flex flex-wrap items-center gap-x-6 gap-y-1 p-4 transition hover:bg-gold-1"
    >
      <span className="min-w-52 grow">
        <span className="block text-lg font-bold">{shift.clerk}</span>
        <span className="block text-sm text-ink-2">
          {dateTime(locale, shift.openedAt)} – {shift.closedAt ? time(locale, shift.closedAt) : t('shift.still-open')}
        </span>
      </span>
      {shift.closedAt ? (
        <span className={`font-bold ${even ? 'text-jade' : 'text-cinnabar'}`}>
          {even ? t('shift.agrees') : t('shift.differs', { amount: signed(shift.difference) })}
        </span>
      ) : (
        <Badge tone="wait">{t('shift.open-badge')}</Badge>
      )}
      <span className="ml-auto min-w-28 text-right text-lg font-bold tabular-nums">
        {money(shift.closedAt ? shift.counted : shift.expected)}
      </span>
    </Link>
  )
}
