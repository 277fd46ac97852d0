import { useT } from '../../i18n/context.tsx'
import { keyFor } from '../../i18n/messages.ts'
import { baseOf, formsTogether, partOf, type Place, type Sentence } from './word-queries.ts'
import { WordRow } from './word-row.tsx'

type Props = { rows: readonly Sentence[]; open: string; place: Place }

/** Sentences under the part of the site where they are read. */
export function WordList({ rows, open, place }: Props) {
  const t = useT()
  const all = formsTogether(rows)
  const parts = [...new Set(all.map(([first]) => partOf(first?.key ?? '')))]
  return parts.map((part) => (
    <section key={part} aria-labelledby={`words-${part}`}>
      <h2 id={`words-${part}`} className="border-t border-line bg-paper-2 px-5 py-2.5 text-lg">
        {t(keyFor('words.part-', part))}
      </h2>
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
