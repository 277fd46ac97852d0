import { detailsOf, withoutColon, type Sheet } from '../../domain/sheet.ts'
import { makeT, type Locale, type Messages } from '../../i18n/messages.ts'

type Props = { sheet: Sheet | undefined; words: readonly { locale: Locale; messages: Messages }[] }

/** The people of an item in print: each group with its label, one person a line, Chinese names large. */
export function PaperSheet({ sheet, words }: Props) {
  const languages = words.map(({ locale, messages }) => ({ locale, t: makeT(locale, messages) }))
  const both = (say: (language: (typeof languages)[number]) => string) => [...new Set(languages.map(say))].join(' ')
  return (
    <>
      {sheet?.groups?.map(({ kind, people }) => (
        <div key={kind} className="mt-1">
          <p className="text-[0.9em] font-bold">{both(({ t }) => t(`common.people-${kind}`))}</p>
          <ul>
            {people.map((person, i) => (
              // oxlint-disable-next-line react/no-array-index-key -- rows may repeat, and have no state
              <li key={i} className="break-inside-avoid">
                <span lang="zh-Hans" className="text-[1.35em]">
                  {person.chineseName}
                </span>{' '}
                <span className="font-bold">{person.name}</span>
                {person.answers && (
                  <span className="block text-[0.9em]">{both(({ t, locale }) => detailsOf(person, t, locale))}</span>
                )}
              </li>
            ))}
          </ul>
        </div>
      ))}
      {sheet?.answers
        ?.filter(({ type }) => type !== 'consent')
        .map(({ field, label, value }) => (
          <p key={field} className="mt-1 text-[0.9em]">
            <span className="font-bold">{both(({ locale }) => withoutColon(label[locale]))}</span>{' '}
            {both(({ locale }) => value[locale])}
          </p>
        ))}
    </>
  )
}
