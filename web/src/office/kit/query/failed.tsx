import { UnexpectedStatus } from '../../../api/result.ts'
import type { MessageKey } from '../../../i18n/messages.ts'
import { useT } from '../../../i18n/context.tsx'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { PageTop } from '../layout/page-top.tsx'
import { Refused } from '../session/session-gate.ts'

const texts: Record<number, MessageKey> = { 401: 'office.failed-login', 403: 'fault.forbidden', 404: 'fault.not-found' }

type Props = {
  error: Error
  onAgain: () => void /** The page's heading, if nothing else renders one. */
  heading?: string
}

/** Shows that a page could not be loaded, why, and a retry button. */
export function Failed({ error, onAgain, heading }: Props) {
  const t = useT()
  return (
    <>
      {heading && <PageTop title={heading} />}
      <Notice kind="error" role="alert" title={t('office.failed')}>
        <p>{t(textOf(error))}</p>
        <Button className="mt-3" onClick={onAgain}>
          {t('common.try-again')}
        </Button>
      </Notice>
    </>
  )
}

function textOf(error: Error): MessageKey {
  if (error instanceof UnexpectedStatus && error.status === 200) return 'office.failed-answer'
  if (!(error instanceof Refused)) return 'office.unreached-text'
  return texts[error.status] ?? (error.status >= 500 ? 'office.failed-program' : 'office.unreached-text')
}
