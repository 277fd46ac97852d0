import { useState } from 'react'
import { Link } from 'wouter'
import { api } from '../../api/client.ts'
import { useLocale, useT } from '../../i18n/context.tsx'
import { date } from '../../i18n/format.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Icon } from '../../ui/icon.tsx'
import { toast } from '../../ui/toast-store.ts'
import { ActState } from '../kit/act/act-state.tsx'
import { useActOnce } from '../kit/act/use-act-once.ts'
import type { Ceremony, May } from './ceremony-queries.ts'
import { DialogButtons } from '../kit/act/dialog-buttons.tsx'

type Props = { ceremony: Ceremony; may: May; onEdit: () => void; onDone: () => void }

/** Whether a list is open, and its actions: the next step first. */
export function CeremonyActs({ ceremony, may, onEdit, onDone }: Props) {
  const t = useT()
  const locale = useLocale()
  const [asking, setAsking] = useState(false)
  const { id, closedAt, closesAt, doneAt, counts, marks } = ceremony
  const act = useActOnce(
    (what: 'close' | 'reopen', idempotencyKey) =>
      what === 'close'
        ? api.post('/api/admin/ceremony/{id}/close', { params: { id }, idempotencyKey })
        : api.post('/api/admin/ceremony/{id}/reopen', { params: { id }, idempotencyKey }),
    (_, what) => {
      setAsking(false)
      toast({ text: what === 'close' ? 'ceremonies.closed' : 'ceremonies.reopened', type: 'success' })
    },
    'ceremonies',
  )
  const ready = ceremony.paper ? counts.printed > 0 : closedAt !== undefined && counts.collected + counts.checked > 0
  return (
    <div className="mb-5 space-y-3">
      <p className="flex flex-wrap items-center gap-3">
        {doneAt ? (
          <Badge tone="over" icon="check">
            {t('ceremonies.done')}
          </Badge>
        ) : closedAt ? (
          <Badge tone="wait" icon="clock">
            {t('ceremonies.closed')}
          </Badge>
        ) : (
          <Badge tone="good" icon="check">
            {closesAt ? t('ceremonies.open-until', { date: date(locale, closesAt, 'short') }) : t('ceremonies.open')}
          </Badge>
        )}
        {may.keep && counts.collected > 0 && (
          <Link
            href={`/ceremonies/${id}?check=${counts.look > 0 ? 'look' : 'collected'}`}
            className={buttonClass('primary')}
          >
            <Icon name="check" />
            {t('ceremonies.check')}
          </Link>
        )}
        {may.keep && ceremony.paper && counts.checked > 0 && (
          <Link
            href={`/print/run-new?list=${id}`}
            className={buttonClass(counts.collected > 0 ? undefined : 'primary')}
          >
            <Icon name="print" />
            {t('office.new-run')}
          </Link>
        )}
        {may.keep && ready && (
          <Button
            kind={counts.collected > 0 || (ceremony.paper && counts.checked > 0) ? 'plain' : 'primary'}
            icon="lamp"
            onClick={onDone}
          >
            {t('ceremonies.done-go')}
          </Button>
        )}
        {may.keep && !doneAt && (
          <>
            {!closedAt && <Button onClick={() => setAsking(true)}>{t('ceremonies.close')}</Button>}
            {closedAt && marks.length === 0 && (
              <Button pending={act.pending} onClick={() => void act.send('reopen')}>
                {t('ceremonies.reopen')}
              </Button>
            )}
            <Button icon="edit" onClick={onEdit}>
              {t('common.change')}
            </Button>
          </>
        )}
        {may.keep && counts.collected + counts.checked + counts.printed + counts.done > 0 && (
          <Link href={`/ceremonies/${id}?read`} className={buttonClass()}>
            <Icon name="bullets" />
            {t('ceremonies.read')}
          </Link>
        )}
        {may.keep && !ceremony.paper && counts.collected + counts.checked + counts.done > 0 && (
          <Link href={`/print/run-new?list=${id}&kind=list`} className="link touch gap-1.5">
            <Icon name="print" size={20} />
            {t('ceremonies.print-names')}
          </Link>
        )}
        {may.keep && (
          <Link href={`/print/run-export?list=${id}`} className="link touch gap-1.5">
            <Icon name="download" size={20} />
            {t('office.print-export')}
          </Link>
        )}
      </p>
      {!asking && <ActState act={act} />}
      <Dialog open={asking} onClose={() => setAsking(false)} title={t('ceremonies.close')}>
        <div className="space-y-4">
          <p>{t(ceremony.gathers === 'running' ? 'ceremonies.close-running-ask' : 'ceremonies.close-ask')}</p>
          <DialogButtons
            label={t('ceremonies.close')}
            act={act}
            onPress={() => void act.send('close')}
            onClose={() => setAsking(false)}
          />
        </div>
      </Dialog>
    </div>
  )
}
