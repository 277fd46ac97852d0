import { useT } from '../i18n/context.tsx'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { Refused } from './session-gate.ts'

const texts: Record<number, string> = { 401: 'office.failed-login', 403: 'fault.forbidden', 404: 'fault.not-found' }

/** A page could not be fetched: why, and another try. */
export function Failed({ error, onAgain }: { error: Error; onAgain: () => void }) {
  const t = useT()
  const text = (error instanceof Refused && texts[error.status]) || 'office.unreached-text'
  return (
    <Notice kind="error" role="alert" title={t('office.failed')}>
      <p>{t(text)}</p>
      <Button className="mt-3" onClick={onAgain}>
        {t('common.try-again')}
      </Button>
    </Notice>
  )
}
