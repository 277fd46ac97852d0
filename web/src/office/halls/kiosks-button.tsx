import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { useLocale, useT } from '../../i18n/context.tsx'
import { dateTime } from '../../i18n/format.ts'
import { tellEnd } from '../../lib/ended-elsewhere.ts'
import { forgetTyped } from '../../lib/tab-owner.ts'
import { Button } from '../../ui/button.tsx'
import { ActDialog } from '../kit/act/act-dialog.tsx'
import { toast } from '../../ui/toast-store.ts'
import { ActState } from '../kit/act/act-state.tsx'
import { Loaded } from '../kit/query/loaded.tsx'
import { useActOnce } from '../kit/act/use-act-once.ts'
import { kiosksQuery, type Hall } from './hall-queries.ts'

/**
 * The kiosks, browsers in which devotees find their lamp: those open, and a button that turns this browser into one.
 */
export function KiosksButton({ hall }: { hall: Hall }) {
  const t = useT()
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>{t('halls.kiosks')}</Button>
      <ActDialog open={open} onClose={() => setOpen(false)} title={t('halls.kiosks')}>
        <Kiosks hall={hall} />
      </ActDialog>
    </>
  )
}

function Kiosks({ hall }: { hall: Hall }) {
  const t = useT()
  const locale = useLocale()
  const query = useQuery(kiosksQuery)
  const close = useActOnce(
    (id: string, idempotencyKey) => api.post('/api/admin/kiosk/{id}/close', { params: { id }, idempotencyKey }),
    () => toast({ text: 'halls.kiosk-closed', type: 'success' }),
    'halls',
  )
  const become = useActOnce(
    (key: string, idempotencyKey) => api.post('/api/admin/kiosk', { body: { hall: key }, idempotencyKey }),
    // The session has ended: nothing of the office stays in this document, and no more requests are sent.
    () => {
      forgetTyped()
      tellEnd()
      location.replace(locale === 'zh' ? '/zh/kiosk' : '/kiosk')
    },
    'kiosk',
  )
  return (
    <div className="space-y-5">
      <p>{t('halls.kiosk-text')}</p>
      <Loaded query={query} lines={3}>
        {({ items }) =>
          items.length === 0 ? (
            <p className="text-ink-2">{t('halls.kiosk-none')}</p>
          ) : (
            <ul>
              {items.map((one) => (
                <li
                  key={one.id}
                  className="flex flex-wrap items-center justify-between gap-3 border-b border-line py-3 last:border-0"
                >
                  <p>
                    <span className="block font-bold">{one.hall[locale]}</span>
                    <span className="text-ink-2">
                      {t('halls.kiosk-opened', {
                        date: dateTime(locale, one.opened),
                        seen: dateTime(locale, one.seen),
                      })}
                    </span>
                  </p>
                  <Button pending={close.pending} onClick={() => void close.send(one.id)}>
                    {t('halls.kiosk-close')}
                    <span className="sr-only"> {one.hall[locale]}</span>
                  </Button>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
      <ActState act={close} />
      <div className="space-y-3 rounded-2xl bg-gold-1 p-4">
        <p>{t('halls.kiosk-here-text', { hall: hall.title[locale] })}</p>
        <Button kind="primary" pending={become.pending} onClick={() => void become.send(hall.key)}>
          {t('halls.kiosk-here')}
        </Button>
        <ActState act={become} />
      </div>
    </div>
  )
}
