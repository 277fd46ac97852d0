import { keyFor } from '../../i18n/messages.ts'
import { useState } from 'react'
import { Link } from 'wouter'
import { api } from '../../api/client.ts'
import { useLocale, useT } from '../../i18n/context.tsx'
import { date, dateTime, money } from '../../i18n/format.ts'
import { Button } from '../../ui/button.tsx'
import { ActState } from '../kit/act-state.tsx'
import { useAct } from '../kit/use-act.ts'
import type { Line } from './bank-queries.ts'
import { CandidateList } from './candidate-list.tsx'
import { HandDialog } from './hand-dialog.tsx'
import { IgnoreDialog } from './ignore-dialog.tsx'

/** One line of the bank: what it says, what we think of it, and what can be done. */
export function LineRow({ line, open }: { line: Line; open: boolean }) {
  const t = useT()
  const locale = useLocale()
  const [dialog, setDialog] = useState<'' | 'hand' | 'ignore'>('')
  const waits = line.state === 'open'
  return (
    <li className="card grid gap-x-8 gap-y-3 p-5 lg:grid-cols-[minmax(0,5fr)_minmax(0,6fr)]">
      <div className="min-w-0">
        <div className="flex flex-wrap items-baseline justify-between gap-x-4">
          <p className="min-w-0 break-words text-lg font-bold">{line.payer || t('bank.no-payer')}</p>
          <p className="whitespace-nowrap text-xl font-bold">{money(line.amount, false, line.currency)}</p>
        </div>
        <p className="break-words">{line.reference || line.description.replaceAll('\n', ' · ')}</p>
        <p className="text-ink-2">
          {line.hasTime ? dateTime(locale, line.booked) : date(locale, line.booked, 'short')}
          {' · '}
          {t('bank.row', { row: line.position })}
        </p>
        <details className="mt-1 text-sm text-ink-2">
          <summary className="inline-flex min-h-11 cursor-pointer items-center underline">{t('bank.raw')}</summary>
          <p className="break-words font-mono">{line.raw.replaceAll('\t', ' | ')}</p>
        </details>
      </div>
      <div className="min-w-0">
        {line.why.length > 0 && line.state !== 'ignored' && <Why line={line} />}
        {line.problem && (
          <p className="mb-2 font-semibold text-cinnabar">
            {t(waits ? 'bank.failed' : 'bank.kept', { reason: t(keyFor('fault.', line.problem)) })}
          </p>
        )}
        {line.candidates.length > 0 && <CandidateList line={line} />}
        {line.late && waits && (
          <p>
            <span className="font-bold">{t(keyFor('bank.late-', line.late))}</span>{' '}
            <Link href="/late" className="link touch">
              {t('office.area-late')}
            </Link>
          </p>
        )}
        {line.state === 'ignored' && (
          <p>
            <span className="font-bold">{t(keyFor('bank.ignore-', line.reason ?? ''))}</span>
            {line.note && ` · ${line.note}`}
          </p>
        )}
        {line.decidedAt && (
          <p className="text-sm text-ink-2">
            {line.decidedBy
              ? t('bank.decided', { name: line.decidedBy, at: dateTime(locale, line.decidedAt) })
              : t('bank.decided-itself', { at: dateTime(locale, line.decidedAt) })}
          </p>
        )}
        {open && waits && (
          <div className="mt-3 flex flex-wrap gap-2">
            <Take line={line} />
            {!line.currency && <Button onClick={() => setDialog('hand')}>{t('bank.choose')}</Button>}
            <Button kind="quiet" onClick={() => setDialog('ignore')}>
              {t('bank.ignore')}
            </Button>
          </div>
        )}
        {open && (line.state === 'matched' || line.state === 'ignored') && <TakeBack line={line} />}
      </div>
      <HandDialog line={line} open={dialog === 'hand'} onClose={() => setDialog('')} />
      <IgnoreDialog line={line} open={dialog === 'ignore'} onClose={() => setDialog('')} />
    </li>
  )
}

const good = ['reference', 'amount', 'payer', 'time', 'sum']

function Why({ line }: { line: Line }) {
  const t = useT()
  const first = line.candidates[0]
  const difference = first ? Math.abs(line.amount - first.due) : 0
  return (
    <ul className="mb-2 flex flex-wrap gap-1.5 text-sm">
      {line.why.map((code) => (
        <li
          key={code}
          className={`rounded-full px-3 py-1 font-semibold ${good.includes(code) ? 'bg-jade-1 text-jade' : 'bg-gold-1 text-gold-7'}`}
        >
          {t(keyFor('bank.why-', code), { amount: money(difference), currency: line.currency ?? '' })}
        </li>
      ))}
    </ul>
  )
}

/** Settles what is proposed, when that is one answer. */
function Take({ line }: { line: Line }) {
  const t = useT()
  const act = useAct(
    (parts: { invoiceId: string; amount: number }[], idempotencyKey) =>
      api.post('/api/admin/bank/line/{id}/match', { params: { id: line.id }, body: { parts }, idempotencyKey }),
    () => {},
  )
  const parts = line.candidates.map(({ invoiceId, amount }) => ({ invoiceId, amount }))
  const sum = parts.reduce((total, part) => total + part.amount, 0)
  if (!['certain', 'likely'].includes(line.class) || parts.length === 0 || sum !== line.amount) return null
  return (
    <>
      <div className="w-full empty:hidden">
        <ActState act={act} />
      </div>
      <Button
        kind={line.class === 'certain' ? 'plain' : 'primary'}
        icon="check"
        pending={act.pending}
        onClick={() => void act.send(parts)}
      >
        {act.unsent ? t('common.try-again') : t('bank.take', { amount: money(line.amount) })}
      </Button>
    </>
  )
}

function TakeBack({ line }: { line: Line }) {
  const t = useT()
  const act = useAct(
    (_: null, idempotencyKey) =>
      api.post('/api/admin/bank/line/{id}/undo', { params: { id: line.id }, idempotencyKey }),
    () => {},
  )
  return (
    <div className="mt-3">
      <ActState act={act} />
      <Button className="mt-1" pending={act.pending} onClick={() => void act.send(null)}>
        {t(act.unsent ? 'common.try-again' : 'bank.take-back')}
      </Button>
    </div>
  )
}
