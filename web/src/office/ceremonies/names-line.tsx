import type { EntryMark, EntryPerson, EntryText } from './ceremony-queries.ts'
import { charsOf, cutAt, namesOn, petitionLines } from './print-text.ts'

/** The names on a printed piece: honorifics small before the names, dotted underlines for warnings. */
export function NamesLine({ text, marks }: { text: EntryText; marks: readonly EntryMark[] }) {
  const chars = charsOf(marks)
  return <People people={namesOn(text)} chars={chars} className="font-names text-xl leading-snug" />
}

/** The dedicators. */
export function DedicatorsLine({ text, marks }: { text: EntryText; marks: readonly EntryMark[] }) {
  return <People people={text.dedicators ?? []} chars={charsOf(marks)} className="font-names text-lg leading-snug" />
}

/** What a petition has besides its names: sponsor, address, birth dates, and the wish. */
export function PetitionLines({ text }: { text: EntryText }) {
  const lines = petitionLines(text)
  if (lines.length === 0) return null
  return (
    <span lang="zh-Hans" className="block font-names wrap-anywhere">
      {lines.map((line, i) => (
        // oxlint-disable-next-line react/no-array-index-key -- lines may repeat, and have no state
        <span key={i} className="block">
          {line}
        </span>
      ))}
    </span>
  )
}

function People(props: { people: readonly EntryPerson[]; chars: readonly string[]; className: string }) {
  return (
    <span lang="zh-Hans" className={`flex flex-wrap items-baseline gap-x-3 wrap-anywhere ${props.className}`}>
      {props.people.map(({ name, honorific, after, relation }, i) => (
        // oxlint-disable-next-line react/no-array-index-key -- names may repeat, and have no state
        <span key={i}>
          {(relation || honorific) && <Small word={`${relation ?? ''}${honorific ?? ''}`} chars={props.chars} />}
          <Marked word={name} chars={props.chars} />
          {after && <Small word={after} chars={props.chars} />}
        </span>
      ))}
    </span>
  )
}

function Small({ word, chars }: { word: string; chars: readonly string[] }) {
  return (
    <span className="mx-0.5 text-sm text-ink-2">
      <Marked word={word} chars={chars} />
    </span>
  )
}

/** A word in which characters with warnings have a dotted underline. */
export function Marked({ word, chars }: { word: string; chars: readonly string[] }) {
  return cutAt(word, chars).map(({ text, marked }, i) =>
    marked ? (
      // oxlint-disable-next-line react/no-array-index-key -- parts of one word, in order
      <span key={i} className="border-b-2 border-dotted border-cinnabar">
        {text}
      </span>
    ) : (
      text
    ),
  )
}
