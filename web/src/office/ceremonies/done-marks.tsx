import { api } from '../../api/client.ts'
import { useLocale, useT } from '../../i18n/context.tsx'
import { dateTime, time } from '../../i18n/format.ts'
import { Button } from '../../ui/button.tsx'
import { Panel } from '../../ui/panel.tsx'
import { toast } from '../../ui/toast-store.ts'
import { ActState } from '../kit/act/act-state.tsx'
import { useActOnce } from '../kit/act/use-act-once.ts'
import type { Ceremony, May } from './ceremony-queries.ts'

/** What was marked as offered in a ceremony; can be undone until the families are notified. */
export function DoneMarks({ ceremony, may }: { ceremony: Ceremony; may: May }) {
  if (ceremony.marks.length === 0) return null
  return (
    <Panel size="s" className="mb-5">
      <ul className="divide-y divide-line">
        {ceremony.marks.map((mark) => (
          <Mark key={mark.id} ceremonyId={ceremony.id} mark={mark} many={ceremony.sittings.length > 1} may={may} />
        ))}
      </ul>
    </Panel>
  )
}

type MarkProps = { ceremonyId: string; mark: Ceremony['marks'][number]; many: boolean; may: May }

function Mark({ ceremonyId, mark, many, may }: MarkProps) {
  const t = useT()
  const locale = useLocale()
  const back = useActOnce(
    (_: null, idempotencyKey) =>
      api.post('/api/admin/ceremony/{id}/done/{mark}/take-back', {
        params: { id: ceremonyId, mark: mark.id },
        idempotencyKey,
      }),
    () => toast({ text: 'ceremonies.done-taken-back', type: 'success' }),
    'ceremonies',
  )
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-2">
      <div>
        <p className="font-bold">
          {[
            many && t('ceremonies.sitting', { no: mark.sitting }),
            t('ceremonies.done-count', { count: mark.entries }),
            mark.photo && t('ceremonies.done-with-photo'),
          ]
            .filter(Boolean)
            .join(' · ')}
        </p>
        <p className="text-sm text-ink-2">
          {t('ceremonies.done-by', { who: mark.by, date: dateTime(locale, mark.at) })} ·{' '}
          {mark.backUntil
            ? t('ceremonies.back-until', { time: time(locale, mark.backUntil) })
            : t('ceremonies.done-told')}
        </p>
        <ActState act={back} />
      </div>
      {may.keep && mark.backUntil && (
        <Button icon="undo" pending={back.pending} onClick={() => void back.send(null)}>
          {t('common.undo')}
        </Button>
      )}
    </li>
  )
}
