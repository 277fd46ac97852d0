import { useState } from 'react'
import { useLocale, useT } from '../../i18n/context.tsx'
import { date, money, time } from '../../i18n/format.ts'
import { keyFor } from '../../i18n/messages.ts'
import { Badge } from '../../ui/badge.tsx'
import { shortDay } from '../kit/format/short-day.ts'
import type { Candidate, Line } from './bank-queries.ts'
import { LineDo } from './line-do.tsx'
import { LineOrder } from './line-order.tsx'
import { missing } from './line-parts.ts'
import { LikeLink } from './same-line.tsx'

export const cell = 'px-2 py-1.5 align-middle leading-tight max-md:block max-md:px-0 max-md:py-1'

type Props = {
  line: Line
  /** No job is working on the statement, so lines can be decided. */
  open: boolean
  picked: boolean
  onPick: (picked: boolean) => void
}

/** A bank line in one row: its text, the order, the reason of the match, and the action. */
export function LineRow({ line, open, picked, onPick }: Props) {
  const t = useT()
  const locale = useLocale()
  const [chosen, setChosen] = useState<Candidate>()
  const [searches, setSearches] = useState(false)
  const first = chosen ?? line.candidates[0]
  const pickable = open && line.state === 'open' && ['certain', 'likely'].includes(line.class) && !line.currency
  const name = line.payer || line.description.split('\n')[0] || t('bank.no-payer')
  return (
    <tr
      data-line={line.id}
      tabIndex={-1}
      className="group relative h-[53px] bg-card outline-none focus:bg-gold-1 focus:shadow-[inset_4px_0_0_var(--color-cinnabar)] max-md:relative max-md:block max-md:h-auto max-md:rounded-card max-md:p-4 max-md:pl-14 max-md:shadow-card md:border-t md:border-line"
    >
      <td className={`${cell} w-10 max-md:absolute max-md:left-4 max-md:top-4 md:pl-4`}>
        {pickable && (
          <input
            type="checkbox"
            data-pick=""
            aria-label={t('bank.pick', { name, amount: money(line.amount) })}
            checked={picked}
            onChange={(event) => onPick(event.target.checked)}
            className="h-6 w-6 accent-cinnabar"
          />
        )}
      </td>
      {/* oxlint-disable-next-line jsx-a11y/control-has-associated-label -- a cell is not a control, and has nested text */}
      <td className={cell}>
        <details className="max-w-64">
          <summary className="block cursor-pointer [&::-webkit-details-marker]:hidden">
            <b className={`block break-words ${line.amount < 0 ? 'text-cinnabar' : ''}`}>{name}</b>
            <span className="block break-words text-xs text-ink-2">
              {line.hasTime
                ? `${shortDay(locale, line.booked)} ${time(locale, line.booked)}`
                : shortDay(locale, line.booked)}
              {' · '}
              {line.reference || t('bank.no-reference')}
            </span>
          </summary>
          <p className="mt-1 text-xs text-ink-2">
            {date(locale, line.booked, 'short')} · {t('bank.row', { row: line.position })}
          </p>
          <p className="break-words font-mono text-xs text-ink-2">{line.raw.replaceAll('\t', ' | ')}</p>
        </details>
      </td>
      <td className={`${cell} whitespace-nowrap font-bold md:text-right`}>
        {money(line.amount, false, line.currency)}
      </td>
      <td className={cell}>
        <LineOrder
          line={line}
          open={open}
          chosen={first}
          onChoose={setChosen}
          searches={searches}
          onSearches={setSearches}
        />
      </td>
      <td className={cell}>
        <Why line={line} chosen={first} />
      </td>
      <td className={`${cell} w-52 md:pr-4`}>
        <LineDo line={line} open={open} chosen={first} onOther={() => setSearches(true)} />
      </td>
    </tr>
  )
}

const good = ['reference', 'amount', 'payer', 'time', 'sum', 'rule', 'payout']

function Why({ line, chosen }: { line: Line; chosen: Candidate | undefined }) {
  const t = useT()
  const difference = chosen ? Math.abs(missing(line, chosen)) : 0
  const why = line.state === 'ignored' ? [] : line.why
  return (
    <ul className="flex flex-wrap gap-1">
      {why.map((code) => (
        <li key={code}>
          <Badge tone={good.includes(code) ? 'good' : code === 'under' || code === 'over' ? 'act' : 'wait'} size="low">
            {t(keyFor('bank.mark-', code), { amount: money(difference), currency: line.currency ?? '' })}
          </Badge>
        </li>
      ))}
      {line.class === 'none' && line.state === 'open' && why.length === 0 && (
        <li>
          <Badge tone="act" size="low">
            {t('bank.no-order')}
          </Badge>
        </li>
      )}
      {line.paidOut && (
        <li className="w-full text-xs text-ink-2">
          {t('bank.paid-out', {
            count: line.paidOut.payments,
            amount: money(line.paidOut.amount),
            fee: money(line.paidOut.fee),
            refunded: money(line.paidOut.refunded),
          })}
        </li>
      )}
      {line.like && (
        <li className="w-full">
          <LikeLink like={line.like} />
        </li>
      )}
      {line.problem && (
        <li className="w-full text-xs font-semibold text-cinnabar">
          {t(line.state === 'open' ? 'bank.failed' : 'bank.kept', { reason: t(keyFor('fault.', line.problem)) })}
        </li>
      )}
    </ul>
  )
}
