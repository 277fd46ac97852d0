import { useT } from '../../i18n/context.tsx'
import { Button } from '../../ui/button.tsx'
import { Chips } from '../kit/editor/chips.tsx'
import type { WordSide } from './word-queries.ts'

/** An update changed the program's own sentence below ours, or asks for other names: both are shown. */
export function ChangedBelow({ side, onTake }: { side: WordSide; onTake: () => void }) {
  const t = useT()
  if (!side.over && !side.unfit) return null
  return (
    <div className="mt-2 rounded-2xl border-l-4 border-gold-7 bg-gold-1 px-4 py-3">
      <p className="font-bold">{t(side.unfit ? 'words.unfit' : 'words.changed-below')}</p>
      {side.over && (
        <p>
          <span className="text-sm text-ink-2">{t('words.own-was')}</span> <Chips text={side.over} />
        </p>
      )}
      <p>
        <span className="text-sm text-ink-2">{t('words.own-is')}</span> <Chips text={side.builtIn} />
      </p>
      <Button className="mt-2" onClick={onTake}>
        {t('words.take-own')}
      </Button>
    </div>
  )
}
