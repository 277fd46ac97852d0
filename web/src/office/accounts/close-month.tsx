import { useState } from 'react'
import { Link } from 'wouter'
import { api } from '../../api/client.ts'
import { useLocale, useT } from '../../i18n/context.tsx'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { toast } from '../../ui/toast-store.ts'
import { ActDialog } from '../kit/act/act-dialog.tsx'
import { DialogButtons } from '../kit/act/dialog-buttons.tsx'
import { useActOnce } from '../kit/act/use-act-once.ts'
import { monthWords, type Months } from './month-queries.ts'

type Props = { next: NonNullable<Months['next']> }

/** Where each thing that waits is dealt with. */
const places = {
  receipts: '/payments',
  lines: '/bank',
  shifts: '/shift',
  refunds: '/refunds/transfer',
  excess: '/late',
} as const

/** Closes a month, after a look at what still waits from before its end. */
export function CloseMonth({ next }: Props) {
  const t = useT()
  const locale = useLocale()
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button kind="primary" onClick={() => setOpen(true)}>
        {t('months.close')}
        <span className="sr-only"> {monthWords(locale, next.month)}</span>
      </Button>
      <ActDialog
        open={open}
        onClose={() => setOpen(false)}
        title={t('months.close-do', { month: monthWords(locale, next.month) })}
      >
        <CloseForm next={next} onClose={() => setOpen(false)} />
      </ActDialog>
    </>
  )
}

function CloseForm({ next, onClose }: Props & { onClose: () => void }) {
  const t = useT()
  const locale = useLocale()
  const month = monthWords(locale, next.month)
  const act = useActOnce(
    (_: object, idempotencyKey) =>
      api.post('/api/admin/month/{month}/close', { params: { month: next.month }, idempotencyKey }),
    () => {
      toast({ text: 'months.closed-done', type: 'success' })
      onClose()
    },
    'money',
  )
  const waiting = (Object.keys(places) as (keyof typeof places)[]).filter((what) => next.waits[what] > 0)
  return (
    <div className="space-y-4">
      <p>{t('months.close-text', { month })}</p>
      {waiting.length > 0 ? (
        <Notice kind="warning" title={t('months.waits')}>
          <ul className="list-disc pl-5">
            {waiting.map((what) => (
              <li key={what}>
                <Link href={places[what]} className="link">
                  {t(`months.waits-${what}`, { count: next.waits[what] })}
                </Link>
              </li>
            ))}
          </ul>
        </Notice>
      ) : (
        <p className="text-ink-2">{t('months.nothing-waits')}</p>
      )}
      <DialogButtons
        label={t('months.close-do', { month })}
        act={act}
        onClose={onClose}
        onPress={() => void act.send({})}
      />
    </div>
  )
}
