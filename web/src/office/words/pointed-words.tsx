import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useT } from '../../i18n/context.tsx'
import { languageTag } from '../../i18n/messages.ts'
import { Panel } from '../../ui/panel.tsx'
import { Loaded } from '../kit/query/loaded.tsx'
import { WordEditor } from './word-editor.tsx'
import { baseOf, saidQuery, type Pointed } from './word-queries.ts'

type Props = { pointed: Pointed; userId: string }

/** The clicked text, opened; or a choice if several read the same. */
export function PointedWords({ pointed, userId }: Props) {
  const t = useT()
  const query = useQuery(saidQuery(pointed))
  return (
    <Panel className="mb-4 overflow-hidden border-l-4 border-l-cinnabar !p-0" aria-label={t('words.pointed')}>
      <p className="px-5 pt-4">
        {t('words.pointed')} {pointed.text && <q lang={languageTag[pointed.language]}>{pointed.text}</q>}
      </p>
      <Loaded query={query} lines={4}>
        {({ items }) =>
          items.length === 0 ? (
            <p role="status" className="p-5">
              {t(pointed.text ? 'words.pointed-none' : 'words.pointed-nothing')}
            </p>
          ) : (
            <Choice bases={[...new Set(items.map(({ key }) => baseOf(key)))]} userId={userId} />
          )
        }
      </Loaded>
    </Panel>
  )
}

function Choice({ bases, userId }: { bases: string[]; userId: string }) {
  const t = useT()
  const [chosen, setChosen] = useState(bases[0] ?? '')
  return (
    <>
      {bases.length > 1 && (
        <fieldset className="px-5 pt-3">
          <legend className="text-ink-2">{t('words.pointed-several', { count: bases.length })}</legend>
          <div className="flex flex-wrap gap-x-5">
            {bases.map((base) => (
              <label key={base} className="flex min-h-11 items-center gap-2 font-mono text-sm wrap-anywhere">
                <input type="radio" name="pointed" checked={base === chosen} onChange={() => setChosen(base)} />
                {base}
              </label>
            ))}
          </div>
        </fieldset>
      )}
      {bases.length === 1 && <p className="px-5 font-mono text-sm wrap-anywhere text-ink-2">{chosen}</p>}
      <WordEditor key={chosen} base={chosen} userId={userId} />
    </>
  )
}
