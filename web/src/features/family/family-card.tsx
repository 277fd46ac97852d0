import { useLocale, useT } from '../../i18n/context.tsx'
import { date } from '../../i18n/format.ts'
import type { Locale, Translate } from '../../i18n/messages.ts'
import { taiSuiWords, type TaiSui } from '../../forms/sign-note.tsx'
import { Link } from '../../site/router/link.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Notice } from '../../ui/notice.tsx'
import { lunarWords, solarWords } from './date-words.ts'
import { calledBy, otherName, relationIn, type Person } from '../../domain/names.ts'

/** A person of the family book: the name, what is known about them, and their zodiac sign or anniversary. */
export function FamilyCard(props: { person: Person; taiSui: TaiSui; onRemove: (person: Person) => void }) {
  const { person } = props
  const t = useT()
  const locale = useLocale()
  const who = calledBy(person)
  return (
    <article
      className="card flex h-full break-inside-avoid flex-col p-5 sm:p-6"
      aria-labelledby={`person-${person.id}`}
    >
      <div>
        {person.relation.trim() && <p className="font-semibold text-cinnabar">{relationIn(person, locale)}</p>}
        <h3
          id={`person-${person.id}`}
          className={`font-names ${who === person.chineseName ? 'text-3xl' : 'text-2xl'}`}
          lang={who === person.chineseName ? 'zh-Hans' : undefined}
        >
          {who}
        </h3>
        {otherName(person) && <p className="text-lg">{otherName(person)}</p>}
      </div>
      <dl className="mt-4 space-y-2">
        {rows(person, props.taiSui, t, locale).map(([label, first, second]) => (
          <div key={label} className="grid gap-x-4 sm:grid-cols-[9rem_minmax(0,1fr)]">
            <dt className="text-sm text-ink-2 sm:text-base">{label}</dt>
            <dd className="whitespace-pre-line">
              {first}
              {second && <span className="block text-ink-2">{second}</span>}
            </dd>
          </div>
        ))}
      </dl>
      {person.sameName && (
        <div className="no-print mt-4">
          <Notice kind="warning">{t('family.same-name')}</Notice>
        </div>
      )}
      <div className="no-print mt-auto flex flex-wrap gap-3 pt-5">
        <Link
          to="member-profile-family"
          query={{ edit: person.id }}
          className={buttonClass('plain')}
          aria-label={t('family.edit-who', { who })}
        >
          <Icon name="edit" size={22} />
          {t('common.change')}
        </Link>
        <button
          type="button"
          className={buttonClass('danger')}
          aria-label={t('family.remove-who', { who })}
          onClick={() => props.onRemove(person)}
        >
          <Icon name="trash" size={22} />
          {t('common.remove')}
        </button>
      </div>
    </article>
  )
}

/** Label and text of each known fact. */
function rows(
  person: Person,
  taiSui: TaiSui,
  t: Translate,
  locale: Locale,
): [label: string, first: string, second?: string][] {
  const { born, passed, zodiac, age, nominalAge, anniversary, kind, address } = person
  const found: [string, string, string?][] = []
  if (born) found.push([t('family.born'), solarWords(born, locale), lunarWords(born, locale, t)])
  if (passed) found.push([t('family.passed'), solarWords(passed, locale), lunarWords(passed, locale, t)])
  if (age !== undefined && nominalAge !== undefined)
    found.push([
      t('family.age'),
      t(kind === 'departed' ? 'family.years-departed' : 'family.years', { age, nominal: nominalAge }),
    ])
  if (zodiac) found.push([t('family.zodiac'), t(`form.sign-${zodiac}`)])
  if (zodiac && kind === 'living')
    for (const words of taiSuiWords(taiSui, zodiac, t, locale))
      found.push([t('family.tai-sui'), words, t('form.tai-sui-calm')])
  if (anniversary) {
    const { days } = anniversary
    const when = days === 0 ? t('family.today') : t('family.in-days', { count: days })
    found.push([t('family.anniversary'), date(locale, anniversary.on), when])
  }
  if (address.trim()) found.push([t('common.field.address'), address])
  return found
}
