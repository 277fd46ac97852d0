import { keyFor } from '../../i18n/messages.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { useT } from '../../i18n/context.tsx'
import { money } from '../../i18n/format.ts'
import { Notice } from '../../ui/notice.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { readPositiveAmount, typedAmount } from '../../domain/amount.ts'
import { Loaded } from '../kit/query/loaded.tsx'
import { PayerNames } from '../kit/person/payer-names.tsx'
import { SearchBox } from '../kit/list/search-box.tsx'
import { useActOnce } from '../kit/act/use-act-once.ts'
import { candidatesQuery, type Candidate, type Line } from './bank-queries.ts'
import { DialogButtons } from '../kit/act/dialog-buttons.tsx'

type Props = { line: Line; onClose: () => void }

type Chosen = { candidate: Candidate; typed: string }

/** Splits the amount: what is due for each order, and the rest, less or more, for the last. */
function split(amount: number, candidates: readonly Candidate[]): Chosen[] {
  let left = amount
  return candidates.map((candidate, at) => {
    const last = at === candidates.length - 1
    const part = last ? left : Math.min(left, candidate.due || candidate.amount)
    left -= part
    return { candidate, typed: part > 0 ? typedAmount(part) : '' }
  })
}

/** Says by hand which orders a line is the money of. */
export function HandForm({ line, onClose }: Props) {
  const t = useT()
  const [q, setQ] = useState('')
  const [chosen, setChosen] = useState<Chosen[]>([])
  const found = useQuery(candidatesQuery(line.id, q))
  const act = useActOnce(
    (parts: { invoiceId: string; amount: number }[], idempotencyKey) =>
      api.post('/api/admin/bank/line/{id}/match', { params: { id: line.id }, body: { parts }, idempotencyKey }),
    onClose,
  )
  const choose = (candidate: Candidate) => {
    act.forget()
    const rest = chosen.map((one) => one.candidate).filter((one) => one.invoiceId !== candidate.invoiceId)
    setChosen(split(line.amount, rest.length < chosen.length ? rest : [...rest, candidate]))
  }
  const amounts = chosen.map((one) => readPositiveAmount(one.typed))
  const left = line.amount - amounts.reduce<number>((sum, part) => sum + (part ?? 0), 0)
  const ready = chosen.length > 0 && left === 0 && amounts.every((part) => part !== null)
  const settle = () => {
    const parts = chosen.flatMap(({ candidate }, at) => {
      const amount = amounts[at]
      return amount ? [{ invoiceId: candidate.invoiceId, amount }] : []
    })
    if (ready) void act.send(parts)
  }
  return (
    <div className="space-y-4">
      <p className="break-words text-ink-2">
        {line.payer} {line.reference}
      </p>
      <SearchBox label={t('bank.search')} value={q} onSearch={setQ} />
      <Loaded query={found} lines={3}>
        {({ items }) =>
          items.length === 0 ? (
            <p role="status">{t(q ? 'bank.nothing-found' : 'bank.no-suggestion')}</p>
          ) : (
            <ul className="space-y-2">
              {items.map((one) => (
                <li key={one.invoiceId}>
                  <label className="flex min-h-12 cursor-pointer items-center gap-3 rounded-2xl bg-paper-2 px-4 py-2 has-checked:bg-gold-1 has-checked:shadow-[inset_0_0_0_2px_var(--color-cinnabar)]">
                    <input
                      type="checkbox"
                      className="h-6 w-6 shrink-0 accent-cinnabar"
                      checked={chosen.some((picked) => picked.candidate.invoiceId === one.invoiceId)}
                      onChange={() => choose(one)}
                    />
                    <span className="min-w-0 grow">
                      <span className="block font-bold">
                        <PayerNames name={one.payer} chinese={one.payerChinese} />
                      </span>
                      <span className="block text-sm text-ink-2">
                        {one.number} · <span className="font-mono">{one.paymentReference}</span> ·{' '}
                        {t(one.unseen ? 'bank.unseen' : keyFor('bank.status-', one.status))}
                      </span>
                    </span>
                    <span className="whitespace-nowrap font-bold">{money(one.due || one.amount)}</span>
                  </label>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
      {chosen.length > 1 && (
        <fieldset className="space-y-3">
          <legend className="mb-2 font-bold">{t('bank.split')}</legend>
          {chosen.map((one, at) => (
            <TextField
              key={one.candidate.invoiceId}
              label={one.candidate.number}
              inputMode="decimal"
              autoComplete="off"
              value={one.typed}
              error={amounts[at] === null ? t('office.amount-wrong') : undefined}
              onChange={(event) =>
                setChosen(chosen.map((other, nr) => (nr === at ? { ...other, typed: event.target.value } : other)))
              }
            />
          ))}
        </fieldset>
      )}
      <div role="status">
        {chosen.length > 0 && left !== 0 && (
          <p className="font-bold text-cinnabar">
            {t(left > 0 ? 'bank.left' : 'bank.too-much', { amount: money(Math.abs(left)) })}
          </p>
        )}
        {chosen.length === 1 && <Difference line={line} due={chosen[0]?.candidate.due ?? 0} />}
      </div>
      <DialogButtons
        label={t('bank.take', { amount: money(line.amount) })}
        icon="check"
        disabled={!ready}
        act={act}
        onPress={settle}
        onClose={onClose}
      />
    </div>
  )
}

/** Explains what happens with an amount that differs from what is due. */
function Difference({ line, due }: { line: Line; due: number }) {
  const t = useT()
  if (due === 0 || line.amount === due) return null
  return line.amount < due ? (
    <Notice kind="warning" title={t('office.less', { rest: money(due - line.amount) })}>
      {t('office.less-text')}
    </Notice>
  ) : (
    <Notice kind="warning" title={t('office.more', { extra: money(line.amount - due) })}>
      {t('bank.more-text')}
    </Notice>
  )
}
