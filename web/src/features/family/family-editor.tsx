import { calledBy, sameName, type Person } from '../../domain/names.ts'
import { lunarWords, solarWords } from './date-words.ts'
import { AnswerField } from '../../forms/answer-field.tsx'
import { dayOf } from '../../domain/form/validate.ts'
import { asksBirth } from '../../domain/form/definition.ts'
import { chineseDay, lunarDate } from '../../domain/form/zodiac.ts'
import { SignNote, TaiSuiContext } from '../../forms/sign-note.tsx'
import { useLocale, useT } from '../../i18n/context.tsx'
import { Button } from '../../ui/button.tsx'
import { ErrorSummary } from '../../ui/error-summary.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { RadioCards } from '../../ui/radio-cards.tsx'
import { useAfterPress } from '../../ui/use-after-press.ts'
import { entryFieldId, useFamilyEntry, type FamilyData, type Target } from './use-family-entry.ts'

type Props = { book: FamilyData; target: Target; onSaved: (person: Person) => void; onLeave: () => void }

/** The form for a new or changed entry of the family book. */
export function FamilyEditor({ book, target, onSaved, onLeave }: Props) {
  const t = useT()
  const entry = useFamilyEntry(book, target, onSaved)
  const { definition, draft, kind, values, errors } = entry
  const leave = useAfterPress(entry.recheck)
  const twin = twinOf(book.items, entry.person, kind, values)
  return (
    <div className="mx-auto max-w-[44rem]">
      <PageHeading title={t(entry.person ? 'family.edit-title' : 'family.add-title')} />
      <form noValidate className="card space-y-6 p-5 sm:p-8" onBlur={leave} onSubmit={entry.onSubmit}>
        <ErrorSummary {...entry.summary} />
        {entry.restored && <Notice title={t('family.restored-draft')} />}
        <RadioCards
          legend={t('family.kind')}
          name="kind"
          columns={2}
          value={kind}
          onChange={entry.choose}
          options={[
            { value: 'living', title: t('family.kind-living') },
            { value: 'departed', title: t('family.kind-departed') },
          ]}
        />
        {definition.fields.map((field) => (
          <div key={field.key}>
            <AnswerField
              id={entryFieldId(field.key)}
              field={field}
              showOptional={!definition.requireOneOf?.includes(field.key)}
              answer={draft.answers[field.key]}
              error={errors.get(entryFieldId(field.key))}
              onAnswer={(answer) => entry.answer(field.key, answer)}
            />
            {field.type === 'birthDate' && (
              <>
                <WorkedOut date={values[field.key]} />
                {asksBirth(field) && (
                  <TaiSuiContext value={kind === 'living' ? book.taiSui : { ...book.taiSui, years: [] }}>
                    <SignNote value={values[field.key]} />
                  </TaiSuiContext>
                )}
              </>
            )}
          </div>
        ))}
        <div role="status" className="empty:hidden">
          {twin && <Notice kind="warning">{t('family.same-name-typed', { who: calledBy(twin) })}</Notice>}
        </div>
        <div className="flex flex-col gap-3 sm:flex-row-reverse sm:justify-end">
          <Button kind="primary" type="submit" pending={entry.pending} className="text-lg sm:px-10">
            {t('common.save')}
          </Button>
          <Button
            onClick={() => {
              entry.forget()
              onLeave()
            }}
          >
            {t('family.cancel')}
          </Button>
        </div>
      </form>
    </div>
  )
}

/** Shows the date in the other calendar, as soon as it is complete. */
function WorkedOut({ date }: { date: unknown }) {
  const t = useT()
  const locale = useLocale()
  const at = dayOf(date)
  const lunar = at === undefined ? undefined : lunarDate(at)
  const day = at !== undefined &&
    lunar && { solar: new Date(at).toISOString().slice(0, 10), lunar: { ...lunar, chinese: chineseDay(lunar) } }
  return (
    <div role="status" className="mt-2 text-ink-2 empty:hidden">
      {day && (
        <p>
          {solarWords(day, locale)} · {lunarWords(day, locale, t)}
        </p>
      )}
    </div>
  )
}

/** Another person of the same kind with the typed name. */
function twinOf(
  people: readonly Person[],
  person: Person | undefined,
  kind: Person['kind'],
  values: Record<string, unknown>,
): Person | undefined {
  const text = (key: string) => (typeof values[key] === 'string' ? values[key] : '')
  const written = { name: text('name'), chineseName: text('chineseName') }
  return people.find((other) => other.id !== person?.id && other.kind === kind && sameName(other, written))
}
