import { useT } from '../../../i18n/context.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { UnsentNotice } from './unsent-notice.tsx'
import type { Act } from './use-act.ts'

/** Why the last attempt was refused, or that it has not been sent. */
export function ActState({ act }: { act: Pick<Act<never>, 'problem' | 'unsent' | 'stop'> }) {
  const t = useT()
  return (
    <>
      {act.problem && (
        <Notice kind="error" role="alert" title={t('orders.refused')}>
          {act.problem}
        </Notice>
      )}
      {act.unsent && <UnsentNotice onStop={act.stop} />}
    </>
  )
}
