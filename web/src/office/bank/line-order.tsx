import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'wouter'
import { useLocale, useT } from '../../i18n/context.tsx'
import { dateTime, money } from '../../i18n/format.ts'
import { keyFor } from '../../i18n/messages.ts'
import { Icon } from '../../ui/icon.tsx'
import { PayerNames } from '../kit/person/payer-names.tsx'
import { SearchBox } from '../kit/list/search-box.tsx'
import { shortDay } from '../kit/format/short-day.ts'
import { candidatesQuery, type Candidate, type Line } from './bank-queries.ts'
import { ActDialog } from '../kit/act/act-dialog.tsx'
import { HandForm } from './hand-form.tsx'

type Props = {
  line: Line
  open: boolean
  chosen: Candidate | undefined
  onChoose: (candidate: Candidate) => void
  /** The search for another order is open. */
  searches: boolean
  onSearches: (searches: boolean) => void
}

/** Statuses in which an order is due, which need no mention. */
const waiting = ['awaiting-payment', 'under-verification', 'rejected']

/** The order that a line pays or may pay: one, a choice of several, or a search. */
export function LineOrder(props: Props) {
  const t = useT()
  const locale = useLocale()
  const { line, open, searches } = props
  const waits = line.state === 'open' && open
  if (line.takesBack) return <TakesBack line={line} />
  if (line.state === 'ignored' || line.state === 'resolved')
    return (
      <p className="text-sm">
        <b>{line.reason ? t(keyFor('bank.ignore-', line.reason)) : t('bank.tab-resolved')}</b>
        {line.note && ` · ${line.note}`}
        {line.decidedAt && (
          <span className="block text-xs text-ink-2">
            {line.decidedBy
              ? t('bank.decided', { name: line.decidedBy, at: dateTime(locale, line.decidedAt) })
              : t('bank.decided-itself', { at: dateTime(locale, line.decidedAt) })}
          </span>
        )}
      </p>
    )
  if (line.rule)
    return (
      <p className="text-sm">
        <b>{t(keyFor('bank.ignore-', line.rule.reason))}</b>
        <span className="block text-xs text-ink-2">{t('bank.rule-of', { words: line.rule.words })}</span>
      </p>
    )
  if (line.late && line.state === 'open')
    return (
      <p className="text-sm">
        {t(keyFor('bank.late-', line.late))}{' '}
        <Link href="/late" className="link">
          {t('office.area-late')}
        </Link>
      </p>
    )
  if (waits && !line.currency && (searches || line.candidates.length === 0)) return <Search {...props} />
  if (waits && line.class === 'several') return <Several {...props} />
  return (
    <ul className="space-y-1 text-sm">
      {line.candidates.map((one) => (
        <li key={one.invoiceId}>
          <b>
            {one.payer || one.payerChinese ? (
              <PayerNames name={one.payer} chinese={one.payerChinese} />
            ) : (
              t('bank.no-payer')
            )}
          </b>
          <span className="block text-xs text-ink-2">
            <Link href={`/orders/${one.invoiceId}`} className="link">
              {one.number}
            </Link>
            {one.state === 'seen' && ` · ${t('bank.was-approved')}`}
            {one.state === 'proposed' && !waiting.includes(one.status) && ` · ${t(keyFor('bank.status-', one.status))}`}
            {(one.due > 0 ? one.due : one.amount) !== line.amount && <b> · {money(one.due || one.amount)}</b>}
          </span>
        </li>
      ))}
    </ul>
  )
}

/** Several orders match: one must be chosen. */
function Several({ line, chosen, onChoose, onSearches }: Props) {
  const t = useT()
  const locale = useLocale()
  return (
    <fieldset className="text-sm">
      <legend className="sr-only">{t('bank.choose-one')}</legend>
      {line.candidates.map((one) => (
        <label key={one.invoiceId} className="flex min-h-7 items-center gap-2">
          <input
            type="radio"
            name={`order-${line.id}`}
            checked={chosen?.invoiceId === one.invoiceId}
            onChange={() => onChoose(one)}
            className="h-5 w-5 shrink-0 accent-cinnabar"
          />
          <span>
            <b>
              <PayerNames name={one.payer} chinese={one.payerChinese} />
            </b>{' '}
            <Link href={`/orders/${one.invoiceId}`} className="link text-xs">
              {one.number}
            </Link>{' '}
            <span className="text-xs text-ink-2">
              {shortDay(locale, one.createdAt)}
              {one.due !== line.amount && ` · ${money(one.due || one.amount)}`}
            </span>
          </span>
        </label>
      ))}
      <button type="button" data-other="" className="sr-only" tabIndex={-1} onClick={() => onSearches(true)}>
        {t('bank.other-order')}
      </button>
    </fieldset>
  )
}

/** Searches an order by name, number, reference or mobile, inside the row. */
function Search({ line, chosen, onChoose, searches, onSearches }: Props) {
  const t = useT()
  const [q, setQ] = useState('')
  const [several, setSeveral] = useState(false)
  const found = useQuery({ ...candidatesQuery(line.id, q), enabled: q !== '' || searches })
  const rows = found.data?.items ?? []
  return (
    <div className="relative text-sm">
      <SearchBox
        ready={searches}
        label={t('bank.search-short')}
        within={t('bank.row', { row: line.position })}
        value={q}
        onSearch={setQ}
        className="[&_.field]:min-h-11 [&_.field]:py-1 [&_.field]:text-sm"
      />
      {found.data && (q !== '' || searches) && (
        <ul className="mt-1 space-y-1">
          {rows.length === 0 && <li role="status">{t(q ? 'bank.nothing-found' : 'bank.no-suggestion')}</li>}
          {rows.slice(0, 6).map((one) => (
            <li key={one.invoiceId}>
              <label className="flex min-h-9 items-center gap-2 rounded-lg px-1 has-checked:bg-gold-1">
                <input
                  type="radio"
                  name={`found-${line.id}`}
                  checked={chosen?.invoiceId === one.invoiceId}
                  onChange={() => onChoose(one)}
                  className="h-5 w-5 shrink-0 accent-cinnabar"
                />
                <span className="min-w-0 grow">
                  <b>
                    <PayerNames name={one.payer} chinese={one.payerChinese} />
                  </b>{' '}
                  <span className="text-xs text-ink-2">
                    {one.number} · {t(one.unseen ? 'bank.unseen' : keyFor('bank.status-', one.status))}
                  </span>
                </span>
                <b className="whitespace-nowrap">{money(one.due || one.amount)}</b>
              </label>
            </li>
          ))}
        </ul>
      )}
      {searches && (
        <p className="flex flex-wrap gap-x-4">
          <button type="button" className="link touch text-xs" onClick={() => setSeveral(true)}>
            {t('bank.several-orders')}
          </button>
          {line.candidates.length > 0 && (
            <button type="button" className="link touch text-xs" onClick={() => onSearches(false)}>
              {t('bank.search-end')}
            </button>
          )}
        </p>
      )}
      <ActDialog
        open={several}
        onClose={() => setSeveral(false)}
        title={t('bank.choose-title', { amount: money(line.amount) })}
      >
        <HandForm line={line} onClose={() => setSeveral(false)} />
      </ActDialog>
    </div>
  )
}

/** An outgoing amount, and the incoming line that it returns. */
function TakesBack({ line }: { line: Line }) {
  const t = useT()
  const locale = useLocale()
  const back = line.takesBack
  if (!back) return null
  return (
    <p className="text-sm">
      <Icon name="swap" size={18} className="mr-1 inline align-[-3px] text-cinnabar" />
      <b>{t('bank.takes-back', { amount: money(back.amount) })}</b>{' '}
      {t('bank.of-day', { date: shortDay(locale, back.booked) })}
      <span className="block text-xs text-ink-2">
        {back.payer}
        {back.invoiceId && (
          <>
            {' · '}
            <Link href={`/orders/${back.invoiceId}`} className="link">
              {back.number}
            </Link>
            {t('office.keys-comma')}
            {t('bank.settled')}
          </>
        )}
      </span>
    </p>
  )
}
