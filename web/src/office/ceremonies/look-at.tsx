import { useQuery } from '@tanstack/react-query'
import { useDeferredValue } from 'react'
import { useT } from '../../i18n/context.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { svgSource } from '../kit/print/svg-source.ts'
import { lookQuery, type Entry, type EntryText } from './ceremony-queries.ts'
import { inWords } from './print-text.ts'

/** A preview of an entry in print; it follows the typed text. */
export function LookAt({ entry, text }: { entry: Entry; text?: EntryText }) {
  const t = useT()
  const look = useQuery(lookQuery(entry.id, entry.revision, useDeferredValue(text)))
  const shown = text ?? entry.text
  return (
    <figure className="md:max-xl:col-span-2">
      <figcaption className="mb-2 text-xl font-bold">{t('ceremonies.as-printed')}</figcaption>
      <div className="rounded-card bg-jade/70 p-4 md:max-xl:max-w-72">
        {look.isPending ? (
          <Skeleton lines={8} />
        ) : look.data?.picture ? (
          <img
            src={svgSource(look.data.picture)}
            alt={inWords(shown)}
            className={`mx-auto block h-auto max-h-[34rem] w-auto max-w-full shadow-card xl:max-h-[calc(100svh-24rem)] ${look.isPlaceholderData ? 'opacity-60' : ''}`}
          />
        ) : (
          <p className="rounded-xl bg-card p-4">
            {t(look.data ? 'ceremonies.look-empty' : 'ceremonies.look-failed')}
            <span lang="zh-Hans" className="mt-2 block font-names text-xl">
              {inWords(shown)}
            </span>
          </p>
        )}
      </div>
    </figure>
  )
}
