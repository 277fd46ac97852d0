import { useT } from '../../i18n/context.tsx'
import { keyFor } from '../../i18n/messages.ts'
import { baseOf, formsTogether, partOf, type Place, type Sentence } from './word-queries.ts'
import { WordHeading } from './word-heading.tsx'
import { WordRow } from './word-row.tsx'

type Props = {
  rows: readonly Sentence[]
  /** How many each part has, those that are not fetched yet too. */
  counts: Readonly<Record<string, number>>
  open: string
  place: Place
}

/** Sentences under the part of the site where they are read. */
export function WordList({ rows, counts, open, place }: Props) {
  const t = useT()
  const all = formsTogether(rows)
  const parts = [...new Set(all.map(([first]) => partOf(first?.key ?? '')))]
  return parts.map((part) => (
    <section key={part} aria-labelledby={`words-${part}`}>
      <WordHeading id={`words-${part}`} count={counts[part] ?? 0}>
        {t(keyFor('words.part-', part))}
      </WordHeading>
      <ul>
        {all
          .filter(([first]) => partOf(first?.key ?? '') === part)
          .map((forms) => {
            const base = baseOf(forms[0]?.key ?? '')
            return <WordRow key={base} forms={forms} open={base === open} place={place} />
          })}
      </ul>
    </section>
  ))
}
