import { useLocale, useT } from '../i18n/context.tsx'
import { detailsOf, withoutColon, type Sheet, type SheetGroup, type SheetPerson } from '../domain/sheet.ts'

const looks: Record<SheetGroup['kind'], { box: string; word: string }> = {
  departed: { box: 'border-jade/70 bg-jade-1/60', word: 'text-jade' },
  dedicators: { box: 'border-gold bg-gold-1/70', word: 'text-gold-7' },
  blessing: { box: 'border-gold bg-gold-1/70', word: 'text-gold-7' },
}

type Props = {
  sheet: Sheet | null | undefined
  /** For the office: every answer with the form's own label, including consents. */
  every?: boolean
  className?: string
}

/**
 * The persons of an item, as they will be written: the departed and the living separately, each group with its label,
 * one person a line; then wishes and choices. Used everywhere.
 */
export function SheetView({ sheet, every = false, className = 'mt-3' }: Props) {
  const t = useT()
  const locale = useLocale()
  const groups = sheet?.groups ?? []
  const answers = (sheet?.answers ?? []).filter(({ type }) => every || type !== 'consent')
  if (groups.length + answers.length === 0) return null
  return (
    <div className={`space-y-2.5 ${className}`}>
      {groups.map(({ kind, people }) => (
        <div key={kind} className={`rounded-xl border-l-4 px-3 pb-1 pt-2 ${looks[kind].box}`}>
          <p className={`text-sm font-bold ${looks[kind].word}`}>{t(`common.people-${kind}`)}</p>
          <ul className="divide-y divide-line" aria-label={t(`common.people-${kind}`)}>
            {people.map((person, i) => (
              // oxlint-disable-next-line react/no-array-index-key -- rows may repeat, and have no state
              <li key={i} className="py-1.5">
                <Person person={person} details={detailsOf(person, t, locale, every)} />
              </li>
            ))}
          </ul>
        </div>
      ))}
      {answers.length > 0 && (
        <dl className="space-y-1.5 px-3">
          {answers.map(({ field, label, value }) => (
            <div key={field}>
              <dt className="text-sm font-bold text-gold-7">{withoutColon(label[locale])}</dt>
              <dd className="whitespace-pre-line wrap-anywhere">{value[locale]}</dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  )
}

function Person({ person, details }: { person: SheetPerson; details: string }) {
  return (
    <>
      <p className="flex flex-wrap items-baseline gap-x-3 wrap-anywhere">
        {person.chineseName && (
          <span lang="zh-Hans" className="font-names text-xl leading-snug">
            {person.chineseName}
          </span>
        )}
        {person.name && <span className="font-bold">{person.name}</span>}
      </p>
      {details && <p className="break-keep text-sm text-ink-2 wrap-anywhere">{details}</p>}
    </>
  )
}
