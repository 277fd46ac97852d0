import { Link } from 'wouter'
import { api } from '../../api/client.ts'
import type { Value } from '../../api/client.ts'
import { useLocale, useT } from '../../i18n/context.tsx'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Notice } from '../../ui/notice.tsx'
import { toast } from '../../ui/toast-store.ts'
import { ActState } from '../kit/act/act-state.tsx'
import { useActOnce } from '../kit/act/use-act-once.ts'
import type { Hall } from './hall-queries.ts'

export type PlacedMany = Value<'/api/admin/placeless/{option}', 'post'>

type Props = { placed: PlacedMany; halls: readonly Hall[]; onClose: () => void }

/** What an assignment has placed, with links to the labels and an undo. It stays until dismissed. */
export function PlacedNotice({ placed, halls, onClose }: Props) {
  const t = useT()
  const locale = useLocale()
  const back = useActOnce(
    (id: string, idempotencyKey) => api.post('/api/admin/placing/{id}/undo', { params: { id }, idempotencyKey }),
    ({ back: count, kept }) => {
      toast({ text: kept > 0 ? 'halls.unplaced-but' : 'halls.unplaced', params: { count, kept }, type: 'success' })
      onClose()
    },
    'halls',
  )
  return (
    <div className="mb-4">
      <Notice
        kind={placed.placed > 0 ? 'success' : 'warning'}
        role="status"
        title={t('halls.placed', { count: placed.placed })}
      >
        {placed.gone.length > 0 && (
          <p>{t('halls.placed-gone', { count: placed.gone.length, codes: placed.gone.join(', ') })}</p>
        )}
        <p className="mt-3 flex flex-wrap gap-3">
          {placed.halls.map((key) => (
            <Link key={key} href={`/print/run-new?hall=${key}`} className={buttonClass('primary')}>
              <Icon name="print" className="shrink-0" />
              {t('halls.print-labels-of', { hall: halls.find((one) => one.key === key)?.title[locale] ?? key })}
            </Link>
          ))}
          {placed.id && (
            <Button pending={back.pending} onClick={() => void back.send(placed.id)}>
              {t('halls.unplace')}
            </Button>
          )}
          <Button kind="quiet" onClick={onClose}>
            {t('common.close')}
          </Button>
        </p>
        <ActState act={back} />
      </Notice>
    </div>
  )
}
