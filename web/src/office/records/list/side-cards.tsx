import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'wouter'
import { api } from '../../../api/client.ts'
import { useLocale, useT } from '../../../i18n/context.tsx'
import { date, dateTime } from '../../../i18n/format.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { toast } from '../../../ui/toast-store.ts'
import { ActState } from '../../kit/act/act-state.tsx'
import { Card } from '../../kit/layout/card.tsx'
import { refresh } from '../../kit/query/refresh.ts'
import { useActOnce } from '../../kit/act/use-act-once.ts'
import { recordPath } from '../../kit/site/record-kinds.ts'
import { titleOf, type RecordList, type Summary } from '../record-queries.ts'

/** Below the list: scheduled publications, and removed records. */
export function SideCards({ list }: { list: RecordList }) {
  const t = useT()
  const locale = useLocale()
  const [open, setOpen] = useState(false)
  const waiting = list.items.flatMap((record) => record.schedules.map((schedule) => ({ record, schedule })))
  return (
    <div className="mt-5 grid gap-5 lg:grid-cols-2">
      {waiting.length > 0 && (
        <Card title={t('records.scheduled')}>
          <ul className="space-y-1">
            {waiting.map(({ record, schedule }) => (
              <li key={schedule.id}>
                <Link href={recordPath(record)} className="link font-bold">
                  {titleOf(record, locale)}
                </Link>
                {': '}
                {schedule.state === 'problem' ? t('records.did-not-go') : dateTime(locale, schedule.at)}
              </li>
            ))}
          </ul>
        </Card>
      )}
      {list.taken.length > 0 && (
        <Card title={t('records.taken')}>
          <p>
            {t('records.taken-text', { count: list.taken.length })}{' '}
            <button type="button" className="link min-h-11 font-semibold" onClick={() => setOpen(true)}>
              {t('office.view')}
            </button>
          </p>
        </Card>
      )}
      <Dialog open={open && list.taken.length > 0} onClose={() => setOpen(false)} title={t('records.taken')}>
        <ul className="divide-y divide-line">
          {list.taken.map((record) => (
            <li key={record.id} className="flex flex-wrap items-center justify-between gap-3 py-3">
              <div>
                <p className="font-bold">{titleOf(record, locale)}</p>
                {record.takenAt && <p className="text-sm text-ink-2">{date(locale, record.takenAt)}</p>}
              </div>
              <BringBack record={record} />
            </li>
          ))}
        </ul>
      </Dialog>
    </div>
  )
}

function BringBack({ record }: { record: Summary }) {
  const t = useT()
  const client = useQueryClient()
  const act = useActOnce(
    (_: Record<string, never>, idempotencyKey) =>
      api.post('/api/admin/record/{id}/bring-back', { params: { id: record.id }, idempotencyKey }),
    () => {
      toast({ text: 'records.brought-back', type: 'success' })
      void refresh(client, 'records')
    },
  )
  return (
    <div>
      <Button icon="undo" pending={act.pending} onClick={() => void act.send({})}>
        {t('records.bring-back')}
      </Button>
      <ActState act={act} />
    </div>
  )
}
