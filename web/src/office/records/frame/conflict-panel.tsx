import { useLocale, useT } from '../../../i18n/context.tsx'
import { time } from '../../../i18n/format.ts'
import { Button } from '../../../ui/button.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { joinTexts } from '../../kit/draft/join.ts'
import type { Conflict } from '../../kit/draft/keeper.ts'
import { Initial } from '../../kit/person/initial.tsx'
import { asParagraph, Difference } from '../history/difference.tsx'
import { conflictId } from './save-bar.tsx'
import { fieldName, isShaped } from '../field/field-name.ts'
import type { Language } from '../record-queries.ts'

type Props = { conflict: Conflict; onDecide: (value: string) => void }

/** Two people changed the same text: shows both side by side, and the user chooses. Both are kept in the history. */
export function ConflictPanel({ conflict, onDecide }: Props) {
  const t = useT()
  const locale = useLocale()
  const { field, mine, theirs, before, by, at, chosen } = conflict
  const language: Language = field.endsWith('.zh') ? 'zh' : 'en'
  const shaped = isShaped(field)
  const both = shaped ? null : joinTexts(before, mine, theirs)
  const sides = [
    { key: 'mine', title: t('records.yours'), value: mine, button: t('records.keep-mine') },
    {
      key: 'theirs',
      title: t('records.theirs', { name: by }),
      value: theirs,
      button: t('records.keep-theirs', { name: by }),
    },
  ]
  return (
    <Panel id={conflictId(field)} tabIndex={-1} className="mb-4 scroll-mt-28 overflow-hidden !p-0" role="alert">
      <div className="p-5 sm:px-6">
        <h2 className="text-xl">{t('records.conflict', { name: by, time: time(locale, at) })}</h2>
        <p className="text-ink-2">{t('records.conflict-text', { field: fieldName(t, field) })}</p>
      </div>
      <div className="grid border-t border-line max-lg:divide-y max-lg:divide-line lg:grid-cols-2 lg:divide-x lg:divide-line">
        {sides.map((side) => (
          <section
            key={side.key}
            aria-label={side.title}
            className="flex min-w-0 flex-col items-start gap-3 p-5 sm:px-6"
          >
            <h3 className="flex items-center gap-2 font-sans text-base font-bold">
              {side.key === 'theirs' && <Initial person={{ id: by, name: by }} />}
              {side.title}
            </h3>
            {!shaped && <Difference before={asParagraph(before)} after={asParagraph(side.value)} language={language} />}
            <Button className="mt-auto" pending={chosen === side.value} onClick={() => onDecide(side.value)}>
              {side.button}
            </Button>
          </section>
        ))}
      </div>
      {both !== null && (
        <div className="flex flex-wrap items-end justify-between gap-4 border-t border-line bg-gold-1/40 p-5 sm:px-6">
          <div className="min-w-0 grow basis-80">
            <p className="mb-2 font-bold">{t('records.do-not-touch')}</p>
            <Difference before={asParagraph(before)} after={asParagraph(both)} language={language} />
          </div>
          <Button kind="primary" pending={chosen === both} onClick={() => onDecide(both)}>
            {t('records.keep-both')}
          </Button>
        </div>
      )}
    </Panel>
  )
}
