import { useLocale, useT } from '../../../i18n/context.tsx'
import { time } from '../../../i18n/format.ts'
import { Icon, type IconName } from '../../../ui/icon.tsx'
import type { SaveState, Snapshot } from '../../kit/draft/keeper.ts'
import { fieldName } from '../field/field-name.ts'

/** The element id of the conflict panel of a field. */
export const conflictId = (field: string) => `conflict-${field}`

const icons: Record<SaveState, IconName> = {
  saved: 'check',
  waiting: 'edit',
  saving: 'edit',
  offline: 'warning',
  refused: 'warning',
  gone: 'warning',
}

type Props = { snapshot: Snapshot; onSave: () => void }

/**
 * Shows whether everything typed is saved, and who else changed it. It is sticky, one line high, above the text's
 * toolbar. Changes are announced.
 */
export function SaveBar({ snapshot, onSave }: Props) {
  const t = useT()
  const locale = useLocale()
  const { state, savedAt, unsaved, errors, conflicts } = snapshot
  const wrong = Object.keys(errors)
  const [conflict] = conflicts
  const words = {
    saved: savedAt > 0 ? t('records.saved-at', { time: time(locale, savedAt) }) : t('records.saved'),
    waiting: t('records.saving'),
    saving: t('records.saving'),
    offline: t('records.offline', { count: unsaved }),
    refused:
      conflict && wrong.length === 0
        ? t('records.not-saved-conflict', { name: conflict.by })
        : t('records.refused', { count: wrong.length, fields: wrong.map((name) => fieldName(t, name)).join(', ') }),
    gone: t('records.gone'),
  }
  const tone =
    state === 'saved' ? 'text-jade' : state === 'waiting' || state === 'saving' ? 'text-ink-2' : 'text-cinnabar'
  return (
    <div
      className={`sticky top-13 z-20 max-sm:top-24 -mx-4 mb-3 flex h-11 items-center gap-3 bg-paper px-4 text-sm font-semibold sm:-mx-6 sm:px-6 ${tone}`}
    >
      <Icon name={icons[state]} size={18} className="shrink-0" />
      <span role="status" className="min-w-0 truncate">
        {words[state]}
      </span>
      {state === 'offline' && (
        <button type="button" className="link touch shrink-0" onClick={onSave}>
          {t('records.try-now')}
        </button>
      )}
      {conflict && (
        <button
          type="button"
          className="link touch shrink-0"
          onClick={() => document.getElementById(conflictId(conflict.field))?.focus()}
        >
          {t('records.conflict-see')}
        </button>
      )}
    </div>
  )
}
