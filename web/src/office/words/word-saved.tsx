import { useLocale, useT } from '../../i18n/context.tsx'
import { time } from '../../i18n/format.ts'
import { Button } from '../../ui/button.tsx'
import type { Snapshot } from '../kit/draft/keeper.ts'

/** The save state of what was typed. */
export function WordSaved({ snapshot, onAgain }: { snapshot: Snapshot; onAgain: () => void }) {
  const t = useT()
  const locale = useLocale()
  const { state, savedAt } = snapshot
  if (state === 'offline')
    return (
      <p role="status">
        {t('words.offline')}{' '}
        <Button kind="quiet" onClick={onAgain}>
          {t('words.save-again')}
        </Button>
      </p>
    )
  return (
    <p role="status">
      {state === 'refused' && t('words.refused')}
      {state === 'gone' && t('words.gone')}
      {(state === 'waiting' || state === 'saving') && t('words.saving')}
      {state === 'saved' && savedAt > 0 && t('words.saved', { time: time(locale, savedAt) })}
    </p>
  )
}
