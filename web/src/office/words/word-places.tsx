import { useT } from '../../i18n/context.tsx'
import { inOrder, usePlaces } from './use-places.ts'

// How many places a row names; the others are counted.
const most = 3

/** Where a message is used. `all` names every place. */
export function WordPlacesLine({ uses, all = false }: { uses: readonly string[]; all?: boolean }) {
  const t = useT()
  const { nameOf } = usePlaces()
  const ordered = inOrder(uses).filter((use) => nameOf(use) !== '')
  const named = all ? ordered : ordered.slice(0, most)
  return (
    <ul aria-label={t('words.used-on')} className="flex min-w-0 flex-wrap items-center gap-1.5">
      {named.map((use) => (
        <li
          key={use}
          className="rounded-full px-2.5 py-0.5 text-sm font-semibold text-ink-2 shadow-[inset_0_0_0_1.5px_var(--color-line-2)]"
        >
          {nameOf(use)}
        </li>
      ))}
      {ordered.length > named.length && (
        <li className="text-sm text-ink-2">{t('words.used-more', { count: ordered.length - named.length })}</li>
      )}
    </ul>
  )
}
