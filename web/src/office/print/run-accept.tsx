import { useState } from 'react'
import { api } from '../../api/client.ts'
import { useT } from '../../i18n/context.tsx'
import { Button } from '../../ui/button.tsx'
import { RadioCards } from '../../ui/radio-cards.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { TitledPanel } from '../../ui/titled-panel.tsx'
import { toast } from '../../ui/toast-store.ts'
import { ActState } from '../kit/act/act-state.tsx'
import { useActOnce } from '../kit/act/use-act-once.ts'
import type { Run } from './run-queries.ts'
import { sheetsOf, type SheetRange } from './sheet-numbers.ts'

/**
 * Confirms the outcome of a print run: all sheets are good, or all except some. Only then do the pieces count as
 * printed.
 */
export function RunAccept({ run }: { run: Run }) {
  const t = useT()
  const [how, setHow] = useState<'all' | 'some'>()
  const [typed, setTyped] = useState('')
  const act = useActOnce<{ spoiled?: SheetRange[] }, Run>(
    (body, idempotencyKey) => api.post('/api/admin/run/{id}/accept', { params: { id: run.id }, body, idempotencyKey }),
    ({ counts }) => toast({ text: 'print.accepted-toast', params: { count: counts.good }, type: 'success' }),
    'runs',
  )
  const spoiled = sheetsOf(typed, run.sheets)
  const read = () => {
    if (how === 'all') return {}
    if (how === 'some' && !spoiled) document.getElementById('spoiled')?.focus()
    return how === 'some' && spoiled ? { spoiled } : null
  }
  return (
    <TitledPanel id="accept" title={t('print.accept-title')} text={t('print.run-nothing-counts')}>
      <form noValidate onSubmit={act.submit(read)} className="space-y-4">
        <RadioCards
          legend={t('print.accept-title')}
          hideLegend
          name="how"
          columns={2}
          value={how}
          error={act.tried && !how ? t('print.accept-choose') : undefined}
          onChange={(next) => setHow(next === 'all' ? 'all' : 'some')}
          options={[
            { value: 'all', title: t('print.accept-all'), text: t('print.accept-all-text') },
            { value: 'some', title: t('print.accept-some'), text: t('print.accept-some-text') },
          ]}
        />
        {how === 'some' && (
          <TextField
            id="spoiled"
            label={t('print.accept-which')}
            hint={t('print.accept-which-hint')}
            error={act.tried && !spoiled ? t('fault.run-sheets', { max: run.sheets }) : undefined}
            inputMode="text"
            autoComplete="off"
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
          />
        )}
        <ActState act={act} />
        <div className="flex justify-end">
          <Button type="submit" kind="primary" icon="check" pending={act.pending}>
            {t('print.accept-send')}
          </Button>
        </div>
      </form>
    </TitledPanel>
  )
}
