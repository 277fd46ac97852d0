import { useDeferredValue } from 'react'
import { useT } from '../../i18n/context.tsx'
import { keyFor } from '../../i18n/messages.ts'
import { baseOf, formsTogether, partOf, searchOf, type Place, type Sentence } from './word-queries.ts'
import { WordHeading } from './word-heading.tsx'
import { WordRow } from './word-row.tsx'

type Props = {
  rows: readonly Sentence[]
  /** The number of messages of each section, including those not loaded yet. */
  counts: Readonly<Record<string, number>>
  open: string
  place: Place
}

/** Messages grouped by the section of the site in which they appear. */
export function WordList({ rows, counts, open, place }: Props) {
  const t = useT()
  // A search changes the links of all rows: deferred, so that typing stays responsive.
  const search = useDeferredValue(searchOf(place))
  const parts = new Map<string, Sentence[][]>()
  for (const forms of formsTogether(rows)) {
    const part = partOf(forms[0]?.key ?? '')
    const known = parts.get(part)
    if (known) known.push(forms)
    else parts.set(part, [forms])
  }
  return [...parts].map(([part, all]) => (
    <section key={part} aria-labelledby={`words-${part}`}>
      <WordHeading id={`words-${part}`} count={counts[part] ?? 0}>
        {t(keyFor('words.part-', part))}
      </WordHeading>
      <ul>
        {all.map((forms) => {
          const base = baseOf(forms[0]?.key ?? '')
          return <WordRow key={base} forms={forms} open={base === open} search={search} />
        })}
      </ul>
    </section>
  ))
}
