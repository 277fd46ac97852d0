import { useSyncExternalStore } from 'react'
import { useT } from '../../../i18n/context.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { leaving } from './leaving.ts'

const stay = () => leaving.answer(false)

/** Asks whether to leave a page that is still sending; it closes automatically when all is sent. */
export function LeaveDialog() {
  const t = useT()
  const asked = useSyncExternalStore(leaving.subscribe, leaving.asked)
  return (
    <Dialog open={asked} onClose={stay} title={t('office.leave-title')}>
      <p>{t('office.leave-text')}</p>
      <div className="mt-5 flex flex-wrap justify-end gap-3">
        <Button onClick={() => leaving.answer(true)}>{t('office.leave-do')}</Button>
        <Button kind="primary" onClick={stay}>
          {t('office.leave-stay')}
        </Button>
      </div>
    </Dialog>
  )
}
