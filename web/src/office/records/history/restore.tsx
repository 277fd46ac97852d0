import { useState } from 'react'
import { useLocation } from 'wouter'
import { api } from '../../../api/client.ts'
import { useT } from '../../../i18n/context.tsx'
import { Button } from '../../../ui/button.tsx'
import { toast } from '../../../ui/toast-store.ts'
import { ActState } from '../../kit/act/act-state.tsx'
import { Card } from '../../kit/layout/card.tsx'
import { recordPath } from '../../kit/site/record-kinds.ts'
import { useActOnce } from '../../kit/act/use-act-once.ts'
import { languages, type Detail, type Language } from '../record-queries.ts'

type Props = {
  detail: Detail
  number: number
  /** The version's time as text. */
  at: string
}

/**
 * Restores a version as the draft, in one language or both. Visitors see no change, and the current draft is kept as a
 * version.
 */
export function Restore({ detail, number, at }: Props) {
  const t = useT()
  const [, navigate] = useLocation()
  const [which, setWhich] = useState<'both' | Language>('both')
  const { id } = detail.record
  const act = useActOnce(
    (body: { version: number; languages: Language[] }, idempotencyKey) =>
      api.post('/api/admin/record/{id}/restore', { params: { id }, body, idempotencyKey }),
    () => {
      toast({ text: 'records.restored', type: 'success' })
      navigate(recordPath(detail.record))
    },
  )
  return (
    <Card
      title={t('records.restore-of', { at })}
      aside={
        <div className="flex flex-wrap items-center gap-3">
          <select
            aria-label={t('office.field.language')}
            className="field min-h-12 w-auto"
            value={which}
            onChange={({ target }) => setWhich(target.value === 'en' || target.value === 'zh' ? target.value : 'both')}
          >
            <option value="both">{t('records.both-languages')}</option>
            <option value="en">English</option>
            <option value="zh">中文</option>
          </select>
          <Button
            icon="undo"
            pending={act.pending}
            onClick={() => void act.send({ version: number, languages: which === 'both' ? [...languages] : [which] })}
          >
            {t('records.restore-do')}
          </Button>
        </div>
      }
    >
      <p className="text-ink-2">{t('records.restore-text')}</p>
      <ActState act={act} />
    </Card>
  )
}
