import { useRef, useState } from 'react'
import { api, type Body } from '../../api/client.ts'
import { useT } from '../../i18n/context.tsx'
import { money } from '../../i18n/format.ts'
import { Button } from '../../ui/button.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { useActOnce } from '../kit/act/use-act-once.ts'
import { CountFields, focusWrong } from './count-fields.tsx'
import { piecesOf, sumOf, type Counted } from './denominations.ts'
import type { Shift } from './shift-queries.ts'
import { signed } from '../kit/format/signed.ts'
import { UnsentNotice } from '../kit/act/unsent-notice.tsx'

/**
 * Counts the box and compares it with the expected sum, which a blind count does not show. A difference needs an
 * explanation.
 */
export function CloseForm({ shift, onClosed }: { shift: Shift; onClosed: (id: string) => void }) {
  const t = useT()
  const [counted, setCounted] = useState<Counted>({})
  const [explanation, setExplanation] = useState('')
  // For a blind count, only the server's answer reveals that an explanation is needed.
  const [asked, setAsked] = useState(false)
  const words = useRef<HTMLTextAreaElement>(null)
  const form = useRef<HTMLFormElement>(null)
  const sum = sumOf(counted)
  const difference = sum === null ? null : shift.blind ? 0 : sum - shift.expected
  const explains = shift.blind ? asked : difference !== 0
  const closing = useActOnce(
    (body: NonNullable<Body<'/api/admin/shift/{id}/close', 'post'>>, idempotencyKey) =>
      api.post('/api/admin/shift/{id}/close', { params: { id: shift.id }, body, idempotencyKey }),
    {
      done: () => onClosed(shift.id),
      // Cash may have been taken in another window since the sum was shown.
      refused: (result) => {
        if (result.status === 400 && result.body.code === 'difference-unexplained') {
          setAsked(true)
          requestAnimationFrame(() => words.current?.focus())
        }
        return false
      },
    },
    'shift',
  )
  const error = closing.problem
  const locked = closing.unsent
  const read = () => {
    const missing = difference !== null && difference !== 0 && !explanation.trim()
    closing.tell(missing ? { key: 'shift.explain' } : undefined)
    if (difference === null) focusWrong(form.current)
    if (missing) words.current?.focus()
    return missing || difference === null ? null : { count: piecesOf(counted), explanation: explanation.trim() }
  }
  return (
    <form ref={form} onSubmit={(event) => closing.submit(read)(event)} noValidate className="card space-y-5 p-5 sm:p-7">
      <h2 className="text-2xl">{t('shift.close-title')}</h2>
      <p>{t(shift.mine ? 'shift.close-text' : 'shift.close-other-text', { clerk: shift.clerk })}</p>
      <CountFields counted={counted} onChange={setCounted} disabled={locked} />
      {shift.blind ? (
        <p className="text-ink-2">{t('shift.blind')}</p>
      ) : (
        <dl className="space-y-2 text-lg">
          <Line term={t('shift.expected')} text={money(shift.expected)} />
          <Line
            term={t('shift.difference')}
            text={difference === null ? '–' : signed(difference)}
            tone={difference === 0 ? 'text-jade' : 'text-cinnabar'}
          />
        </dl>
      )}
      {explains && (
        <TextArea
          ref={words}
          label={t('shift.explanation')}
          hint={t('shift.explanation-hint')}
          maxLength={500}
          rows={3}
          value={explanation}
          readOnly={locked}
          error={error}
          onChange={(event) => {
            setExplanation(event.target.value)
            closing.forget()
          }}
        />
      )}
      {!explains && error && (
        <p role="alert" className="font-bold text-cinnabar">
          {error}
        </p>
      )}
      {locked && <UnsentNotice onStop={closing.stop} />}
      <Button type="submit" kind="primary" wide pending={closing.pending} className="min-h-16 text-xl">
        {locked ? t('common.try-again') : t('shift.close', { amount: money(sum ?? 0) })}
      </Button>
    </form>
  )
}

function Line(props: { term: string; text: string; tone?: string }) {
  return (
    <div className="flex items-baseline justify-between gap-4 border-b border-line pb-2">
      <dt>{props.term}</dt>
      <dd className={`text-2xl font-bold tabular-nums ${props.tone ?? ''}`}>{props.text}</dd>
    </div>
  )
}
