import { useRef, useState } from 'react'
import { api, type Body } from '../../api/client.ts'
import { useT } from '../../i18n/context.tsx'
import { money } from '../../i18n/format.ts'
import { Button } from '../../ui/button.tsx'
import { RadioCards } from '../../ui/radio-cards.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { readPositiveAmount } from '../../domain/amount.ts'
import { useActOnce } from '../kit/act/use-act-once.ts'
import { CountFields, focusWrong } from './count-fields.tsx'
import { piecesOf, sumOf, type Counted } from './denominations.ts'
import { UnsentNotice } from '../kit/act/unsent-notice.tsx'

/** Opens the user's own cash box: with a sum, or by counting its content. */
export function OpenForm({ onOpened }: { onOpened: () => void }) {
  const t = useT()
  const [way, setWay] = useState<'sum' | 'count'>('sum')
  const [typed, setTyped] = useState('')
  const [counted, setCounted] = useState<Counted>({})
  const form = useRef<HTMLFormElement>(null)
  const opening = useActOnce(
    (body: NonNullable<Body<'/api/admin/shift', 'post'>>, idempotencyKey) =>
      api.post('/api/admin/shift', { body, idempotencyKey }),
    {
      done: onOpened,
      refused: (result) => {
        const open = result.status === 400 && result.body.code === 'shift-is-open'
        if (open) onOpened()
        return open
      },
    },
    'shift',
  )
  // An empty box needs an explicit 0: otherwise Enter in the new form would open it with nothing.
  const nothing = way === 'sum' ? typed.trim() === '' : Object.values(counted).every((number) => number.trim() === '')
  const float = /^\s*0+([.]0*)?\s*$/.test(typed) ? 0 : readPositiveAmount(typed)
  const sum = nothing ? null : way === 'sum' ? float : sumOf(counted)
  const locked = opening.unsent
  const read = () => {
    const wrong = nothing ? 'shift.float-missing' : way === 'sum' ? 'office.amount-wrong' : undefined
    opening.tell(sum === null && wrong ? { key: wrong } : undefined)
    if (!wrong) focusWrong(form.current)
    if (sum === null) return null
    return way === 'sum' ? { float: sum } : { count: piecesOf(counted), float: 0 }
  }
  return (
    <form
      ref={form}
      onSubmit={(event) => opening.submit(read)(event)}
      noValidate
      className="card lg:max-w-3xl space-y-5 p-5 sm:p-7"
    >
      <h2 className="text-2xl">{t('shift.open-title')}</h2>
      <p>{t('shift.open-text')}</p>
      <RadioCards
        legend={t('shift.float-how')}
        name="float"
        columns={2}
        value={way}
        onChange={(next) => !locked && setWay(next === 'count' ? 'count' : 'sum')}
        options={[
          { value: 'sum', title: t('shift.float-sum') },
          { value: 'count', title: t('shift.float-count') },
        ]}
      />
      {way === 'sum' ? (
        <TextField
          label={t('shift.float')}
          inputMode="decimal"
          autoComplete="off"
          placeholder="0.00"
          value={typed}
          readOnly={locked}
          error={opening.problem}
          onChange={(event) => {
            setTyped(event.target.value)
            opening.forget()
          }}
          className="min-h-16 text-right text-3xl font-bold tabular-nums"
        />
      ) : (
        <>
          <CountFields counted={counted} onChange={setCounted} disabled={locked} />
          {opening.problem && (
            <p role="alert" className="font-bold text-cinnabar">
              {opening.problem}
            </p>
          )}
        </>
      )}
      {locked && <UnsentNotice onStop={opening.stop} />}
      <Button type="submit" kind="primary" wide pending={opening.pending} className="min-h-16 text-xl">
        {locked
          ? t('common.try-again')
          : sum === null
            ? t('office.open-shift')
            : t('shift.open', { amount: money(sum) })}
      </Button>
    </form>
  )
}
