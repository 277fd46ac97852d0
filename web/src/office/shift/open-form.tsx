import { useQueryClient } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { api, type Body, type Value } from '../../api/client.ts'
import type { ApiResult } from '../../api/result.ts'
import { useT } from '../../i18n/context.tsx'
import { money } from '../../i18n/format.ts'
import { toastFailure } from '../../forms/use-api.ts'
import { useTold } from '../../forms/use-told.ts'
import { Button } from '../../ui/button.tsx'
import { RadioCards } from '../../ui/radio-cards.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { readPositiveAmount } from '../../domain/amount.ts'
import { useSendOnce } from '../kit/act/send-once.ts'
import { guarded } from '../kit/session/session-gate.ts'
import { CountFields } from './count-fields.tsx'
import { piecesOf, sumOf, type Counted } from './denominations.ts'
import { UnsentNotice } from '../kit/act/unsent-notice.tsx'
import { refresh } from '../kit/query/refresh.ts'

type Opened = Value<'/api/admin/shift', 'post'>

/** Opens one's own cash box: by a sum, or by counting what lies in it. */
export function OpenForm({ onOpened }: { onOpened: () => void }) {
  const t = useT()
  const client = useQueryClient()
  const [way, setWay] = useState<'sum' | 'count'>('sum')
  const [typed, setTyped] = useState('')
  const [counted, setCounted] = useState<Counted>({})
  const [error, setError] = useTold()
  const finish = (result: ApiResult<Opened>) => {
    if (result.status !== 200 && result.status !== 400) return toastFailure(result)
    if (result.status === 400 && result.body.code !== 'shift-is-open') return setError(result.body)
    void refresh(client, 'shift')
    onOpened()
  }
  const opening = useSendOnce<NonNullable<Body<'/api/admin/shift', 'post'>>, Opened>(
    (body, idempotencyKey) => guarded(() => api.post('/api/admin/shift', { body, idempotencyKey })),
    finish,
  )
  // An empty box is said in so many words: Enter in a form that is only just open would else open with nothing.
  const nothing = way === 'sum' ? typed.trim() === '' : Object.values(counted).every((number) => number.trim() === '')
  const float = /^\s*0+([.]0*)?\s*$/.test(typed) ? 0 : readPositiveAmount(typed)
  const sum = nothing ? null : way === 'sum' ? float : sumOf(counted)
  const locked = opening.unsent
  const open = (event: FormEvent) => {
    event.preventDefault()
    if (locked) return opening.again()
    const wrong = nothing ? 'till.float-missing' : way === 'sum' ? 'office.amount-wrong' : 'till.count-wrong'
    setError(sum === null ? { key: wrong } : undefined)
    if (sum === null) return
    void opening.send(way === 'sum' ? { float: sum } : { count: piecesOf(counted), float: 0 })
  }
  return (
    <form onSubmit={open} noValidate className="card lg:max-w-3xl space-y-5 p-5 sm:p-7">
      <h2 className="text-2xl">{t('till.open-title')}</h2>
      <p>{t('till.open-text')}</p>
      <RadioCards
        legend={t('till.float-how')}
        name="float"
        columns={2}
        value={way}
        onChange={(next) => !locked && setWay(next === 'count' ? 'count' : 'sum')}
        options={[
          { value: 'sum', title: t('till.float-sum') },
          { value: 'count', title: t('till.float-count') },
        ]}
      />
      {way === 'sum' ? (
        <TextField
          label={t('till.float')}
          inputMode="decimal"
          autoComplete="off"
          placeholder="0.00"
          value={typed}
          readOnly={locked}
          error={error}
          onChange={(event) => {
            setTyped(event.target.value)
            setError()
          }}
          className="min-h-16 text-right text-3xl font-bold tabular-nums"
        />
      ) : (
        <>
          <CountFields counted={counted} onChange={setCounted} disabled={locked} />
          {error && (
            <p role="alert" className="font-bold text-cinnabar">
              {error}
            </p>
          )}
        </>
      )}
      {locked && <UnsentNotice onStop={opening.stop} />}
      <Button type="submit" kind="primary" wide pending={opening.pending} className="min-h-16 text-xl">
        {locked ? t('common.try-again') : sum === null ? t('till.open-button') : t('till.open', { amount: money(sum) })}
      </Button>
    </form>
  )
}
