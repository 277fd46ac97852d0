import { useLocale, useT } from '../../i18n/context.tsx'
import { time } from '../../i18n/format.ts'
import { Button } from '../../ui/button.tsx'
import { Panel } from '../../ui/panel.tsx'
import { joinTexts } from '../kit/draft/join.ts'
import type { Conflict } from '../kit/draft/keeper.ts'
import { asParagraph, Difference } from './difference.tsx'
import { fieldName, isShaped } from './field-name.ts'
import type { Language } from './record-queries.ts'

/** Two people changed the same text: both stand side by side, and one decides. Both are kept in the history. */
export function ConflictPanel({ conflict, onDecide }: { conflict: Conflict; onDecide: (value: string) => void }) {
  const t = useT()
  const locale = useLocale()
  const { field, mine, theirs, before, by, at } = conflict
  const language: Language = field.endsWith('.zh') ? 'zh' : 'en'
  const shaped = isShaped(field)
  const both = shaped ? null : joinTexts(before, mine, theirs)
  const sides = [
    { key: 'mine', title: t('pages.yours'), value: mine, button: t('pages.keep-mine') },
    {
      key: 'theirs',
      title: t('pages.theirs', { name: by }),
      value: theirs,
      button: t('pages.keep-theirs', { name: by }),
    },
  ]
  return (
    <Panel className="mb-4" role="alert">
      <h2 className="text-xl">{t('pages.conflict', { name: by, time: time(locale, at) })}</h2>
      <p className="mb-4 text-ink-2">{t('pages.conflict-text', { field: fieldName(t, field) })}</p>
      <div className="grid gap-5 lg:grid-cols-2">
        {sides.map((side) => (
          <section key={side.key} aria-label={side.title}>
            <h3 className="mb-2 font-bold">{side.title}</h3>
            {!shaped && <Difference before={asParagraph(before)} after={asParagraph(side.value)} language={language} />}
            <Button className="mt-3" onClick={() => onDecide(side.value)}>
              {side.button}
            </Button>
          </section>
        ))}
      </div>
      {both !== null && (
        <div className="mt-5 border-t border-line pt-4">
          <p className="mb-2 font-bold">{t('pages.do-not-touch')}</p>
          <Difference before={asParagraph(before)} after={asParagraph(both)} language={language} />
          <Button kind="primary" className="mt-3" onClick={() => onDecide(both)}>
            {t('pages.keep-both')}
          </Button>
        </div>
      )}
    </Panel>
  )
}
