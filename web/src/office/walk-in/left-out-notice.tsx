import { keyFor } from '../../i18n/messages.ts'
import { useT } from '../../i18n/context.tsx'
import { Notice } from '../../ui/notice.tsx'
import type { Draft } from './draft.ts'
import type { DraftHandle } from './use-draft.ts'

/** Items of the copied order that are no longer available, and why. */
export function LeftOutNotice({ draft, onChange }: { draft: Draft; onChange: DraftHandle['change'] }) {
  const t = useT()
  if (draft.leftOut.length === 0) return null
  return (
    <Notice kind="warning" role="status" title={t('walk-in.left-out')}>
      <ul className="list-disc pl-5">
        {draft.leftOut.map(({ title, optionTitle, reason }, i) => (
          // oxlint-disable-next-line react/no-array-index-key -- items may repeat, and have no state
          <li key={i}>
            {title}, {optionTitle}: {t(keyFor('walk-in.reason-', reason))}
          </li>
        ))}
      </ul>
      <button type="button" className="link min-h-11" onClick={() => onChange((now) => ({ ...now, leftOut: [] }))}>
        {t('walk-in.left-out-seen')}
      </button>
    </Notice>
  )
}
