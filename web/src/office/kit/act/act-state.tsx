import { useT } from '../../../i18n/context.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { UnsentNotice } from './unsent-notice.tsx'
import type { ActOnce } from './use-act-once.ts'

/** The state that an act or a form can show; a form is not sent again automatically. */
export type State = Partial<Pick<ActOnce<never>, 'problem' | 'unsent' | 'stop'>>

// A form may be longer than its dialog.
const intoSight = (box: HTMLElement | null) => box?.scrollIntoView?.({ block: 'nearest' })

/** Why the last attempt was refused, or that it has not been sent. */
export function ActState({ act }: { act: State }) {
  const t = useT()
  return (
    <>
      {act.problem && (
        <div ref={intoSight}>
          <Notice kind="error" role="alert" title={t('office.not-saved')}>
            {act.problem}
          </Notice>
        </div>
      )}
      {act.unsent && act.stop && <UnsentNotice onStop={act.stop} />}
    </>
  )
}
