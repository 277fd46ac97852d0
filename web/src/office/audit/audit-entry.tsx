import { Link } from 'wouter'
import { useLocale, useT } from '../../i18n/context.tsx'
import { dateTime } from '../../i18n/format.ts'
import type { AuditEntry, AuditPlace } from './audit-type.ts'
import { actionWords, fieldWords, personWords, subjectWords, valueWords } from './audit-words.ts'
import { Panel } from '../../ui/panel.tsx'

const cell = 'border-t border-line py-1.5 pr-4 align-top wrap-anywhere'
const linkish = 'link min-h-11 py-1 text-left font-semibold'

/** Where the office shows what an entry is about. */
const places: Partial<Record<string, string>> = {
  payment: '/payments/',
  invoice: '/orders/',
  'bank-statement': '/bank/',
  import: '/imports/',
}

/** One act as a sentence, and what it changed as a small table. */
export function AuditEntryCard({ entry, onOnly }: { entry: AuditEntry; onOnly: (place: Partial<AuditPlace>) => void }) {
  const t = useT()
  const locale = useLocale()
  const { person, subject } = entry
  const place = places[subject.kind]
  return (
    <Panel as="article" size="s">
      <header className="flex flex-wrap items-baseline justify-between gap-x-6">
        <h2 className="font-sans text-lg font-bold">
          {t('audit.sentence', { action: actionWords(t, entry.action), who: personWords(t, person) })}
        </h2>
        <p className="text-ink-2">
          <time dateTime={entry.at}>{dateTime(locale, entry.at)}</time>
          {entry.ip && ` · ${t('audit.from-where', { ip: entry.ip })}`}
        </p>
      </header>
      <p className="wrap-anywhere">
        {place && subject.id ? (
          <Link href={`${place}${subject.id}`} className="link">
            {subjectWords(t, subject)}
          </Link>
        ) : (
          subjectWords(t, subject)
        )}
      </p>
      {entry.changes.length > 0 && (
        <table className="mt-3 w-full max-w-4xl table-fixed text-left">
          <caption className="sr-only">{t('audit.changes')}</caption>
          <thead className="text-sm text-ink-2">
            <tr>
              <th scope="col" className="w-1/4 pr-4 font-semibold">
                <span className="sr-only">{t('audit.column-field')}</span>
              </th>
              <th scope="col" className="pr-4 font-semibold">
                {t('audit.column-before')}
              </th>
              <th scope="col" className="font-semibold">
                {t('audit.column-after')}
              </th>
            </tr>
          </thead>
          <tbody>
            {entry.changes.map((change) => (
              <tr key={change.field}>
                <th scope="row" className={`${cell} font-semibold`}>
                  {fieldWords(t, change.field)}
                </th>
                <td className={`${cell} text-ink-2`}>{valueWords(t, locale, change.field, change.before)}</td>
                <td className={cell}>{valueWords(t, locale, change.field, change.after)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <p className="mt-2 flex flex-wrap items-center gap-x-5 text-sm">
        <button type="button" className={linkish} onClick={() => onOnly({ person: person.id })}>
          {t('audit.only')}: {personWords(t, person)}
        </button>
        {subject.id && (
          <button
            type="button"
            className={linkish}
            onClick={() => onOnly({ subject: `${subject.kind}:${subject.id}` })}
          >
            {t('audit.only')}: {subjectWords(t, subject)}
          </button>
        )}
        {entry.requestId && (
          <span className="text-ink-2">{t('audit.request', { id: entry.requestId.slice(-12) })}</span>
        )}
      </p>
    </Panel>
  )
}
