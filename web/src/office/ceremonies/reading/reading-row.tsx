import type { Ref } from 'react'
import { useT } from '../../../i18n/context.tsx'
import type { EntryPerson } from '../ceremony-queries.ts'
import { namesOn, numbered } from '../print-text.ts'
import { soundsOf, type Readings } from './pronounce.ts'
import type { ReadingName } from './reading-queries.ts'

type Props = {
  name: ReadingName
  current: boolean
  read: boolean
  readings: Readings | undefined
  onPress: () => void
  ref: Ref<HTMLLIElement> | undefined
}

/** An entry of the list in large type: names and dedicators. */
export function ReadingRow({ name, current, read, readings, onPress, ref }: Props) {
  const t = useT()
  const dedicators = name.text.dedicators ?? []
  return (
    <li ref={ref} aria-current={current ? 'step' : undefined} className="border-b border-current/20">
      <button
        type="button"
        data-read={current ? 'now' : read ? 'before' : 'later'}
        className="reading-row grid w-full grid-cols-[4.5rem_minmax(0,1fr)] items-baseline gap-x-3 py-4 text-left"
        onClick={onPress}
      >
        <span className="font-figures text-lg">
          {numbered(name.no)}
          {!name.checked && <span className="block font-sans text-sm">{t('ceremonies.read-unchecked')}</span>}
        </span>
        <span className="min-w-0">
          <People people={namesOn(name.text)} readings={readings} className="reading-name" />
          {dedicators.length > 0 && (
            <span className="mt-1 flex flex-wrap items-baseline gap-x-4">
              <span className="text-base">{t('ceremonies.dedicators')}</span>
              <People people={dedicators} readings={readings} className="reading-dedicator" />
            </span>
          )}
          {name.place && <span className="mt-1 block text-base">{name.place}</span>}
        </span>
      </button>
    </li>
  )
}

function People(props: { people: readonly EntryPerson[]; readings: Readings | undefined; className: string }) {
  return (
    <span lang="zh-Hans" className={`font-names flex flex-wrap items-baseline gap-x-[0.7em] ${props.className}`}>
      {props.people.map(({ name, honorific, after, relation }, i) => (
        // oxlint-disable-next-line react/no-array-index-key -- names may repeat, and have no state
        <span key={i} className="wrap-anywhere">
          {(relation || honorific) && (
            <span className="mr-[0.25em] text-[0.6em]">
              <Said word={`${relation ?? ''}${honorific ?? ''}`} readings={props.readings} />
            </span>
          )}
          <Said word={name} readings={props.readings} />
          {after && (
            <span className="ml-[0.25em] text-[0.6em]">
              <Said word={after} readings={props.readings} />
            </span>
          )}
        </span>
      ))}
    </span>
  )
}

/** A word, with the pronunciation above each character if enabled. Screen readers get only the characters. */
function Said({ word, readings }: { word: string; readings: Readings | undefined }) {
  if (!readings) return word
  return soundsOf(word, readings).map(({ char, said }, i) =>
    said ? (
      // oxlint-disable-next-line react/no-array-index-key -- characters of one word, in order
      <ruby key={i}>
        {char}
        <rt aria-hidden="true" lang="zh-Latn">
          {said}
        </rt>
      </ruby>
    ) : (
      char
    ),
  )
}
