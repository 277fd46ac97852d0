import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { useLocale, useT } from '../../i18n/context.tsx'
import { keyFor } from '../../i18n/messages.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Icon } from '../../ui/icon.tsx'
import { ActState } from '../kit/act/act-state.tsx'
import { useActOnce } from '../kit/act/use-act-once.ts'
import { AnswerField } from './answer-field.tsx'
import { BothRows } from './both-rows.tsx'
import { putRows, type Answer, type Import, type ImportRow, type Problem } from './import-queries.ts'
import { problemVars } from './problem-vars.ts'

type Props = { one: Import; row: ImportRow; problem: Problem; onAnswered: () => void }

const small = 'min-h-11 px-4 py-1.5'

/** A problem of a cell, with its possible answers; once answered, the answer and an undo. */
export function ProblemLine({ one, row, problem, onAnswered }: Props) {
  const t = useT()
  const locale = useLocale()
  const client = useQueryClient()
  const [asking, setAsking] = useState(false)
  const [both, setBoth] = useState(false)
  const { field, code } = problem
  const answer = useActOnce(
    (body: { field: string; answer: Answer; value?: string }, idempotencyKey) =>
      api.post('/api/admin/import/{id}/row/{row}/answer', {
        params: { id: one.id, row: row.row },
        body,
        idempotencyKey,
      }),
    (rows) => {
      setAsking(false)
      putRows(client, one.id, rows)
      onAnswered()
    },
    'imports',
  )
  const say = (said: Answer, value?: string) => void answer.send({ field, answer: said, value })
  const vars = problemVars(problem, locale)
  const other = typeof problem.params.other === 'number' ? problem.params.other : undefined
  const wrong = problem.mark === 'wrong'
  const typed = problem.answers.includes('set')
  // The day field stays collapsed unless the user wants another day than the suggested one.
  const folded = typed && problem.answers.includes('day') && !asking
  return (
    <div
      role="group"
      aria-label={t('imports.row-nr', { row: row.row })}
      className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2"
    >
      <p className="flex min-w-0 flex-1 basis-72 items-start gap-2">
        <Icon
          name={problem.answered ? 'check' : wrong ? 'warning' : 'info'}
          size={19}
          className={`mt-0.5 shrink-0 ${problem.answered ? 'text-jade' : wrong ? 'text-cinnabar' : 'text-gold-7'}`}
        />
        <span className="min-w-0 wrap-anywhere">
          <b>{t(keyFor('imports.problem-', code), vars)}</b> {t(keyFor('imports.problem-', `${code}-text`), vars)}
        </span>
      </p>
      {problem.answered ? (
        <span className="flex flex-wrap items-center gap-2">
          <span className="font-bold text-jade">{t(keyFor('imports.said-', problem.answered), vars)}</span>
          <Button
            data-answer=""
            kind="quiet"
            icon="undo"
            className={small}
            pending={answer.pending}
            onClick={() => say('')}
          >
            {t('imports.answer-back')}
          </Button>
        </span>
      ) : (
        <span className="flex flex-wrap items-center gap-2">
          {typed && !folded && (
            <AnswerField
              label={t(keyFor('imports.field-', field))}
              value={row.cells[field]?.text ?? ''}
              error={answer.problem}
              pending={answer.pending}
              ready={asking}
              onSet={(value) => say('set', value)}
            />
          )}
          {problem.answers
            .filter((one) => one !== 'set')
            .map((one) => (
              <Button key={one} data-answer="" className={small} onClick={() => say(one)}>
                {t(keyFor('imports.answer-', one), vars)}
              </Button>
            ))}
          {other !== undefined && (
            <Button data-answer="" className={small} onClick={() => setBoth(true)}>
              {t('imports.both-open')}
            </Button>
          )}
          {folded && (
            <Button data-answer="" className={small} onClick={() => setAsking(true)}>
              {t('imports.answer-another-day')}
            </Button>
          )}
        </span>
      )}
      <ActState act={typed && !folded ? { ...answer, problem: undefined } : answer} />
      {other !== undefined && (
        <Dialog open={both} onClose={() => setBoth(false)} title={t('imports.both-title', { row: row.row, other })}>
          {both && (
            <BothRows
              one={one}
              row={row}
              other={other}
              onChosen={() => {
                setBoth(false)
                onAnswered()
              }}
            />
          )}
        </Dialog>
      )}
    </div>
  )
}
