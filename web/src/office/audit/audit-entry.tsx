import { Link } from 'wouter'
import { useLocale, useT } from '../../i18n/context.tsx'
import { date, dateTime, time } from '../../i18n/format.ts'
import { Icon } from '../../ui/icon.tsx'
import type { AuditEntry, AuditPlace } from './audit-queries.ts'
import { fieldWords, lineWords, personWords, subjectWords, valueWords } from './audit-words.ts'
import { Table } from '../kit/list/table.tsx'

const cell = 'border-t border-line py-1.5 pr-4 align-top wrap-anywhere'
const linkish = 'link min-h-11 py-1 text-left font-semibold'

/** Where the office shows the subject of an entry. */
const places: Partial<Record<string, string>> = {
  payment: '/payments/',
  invoice: '/orders/',
  user: '/members/',
  'bank-statement': '/bank/',
  import: '/imports/',
  ceremony: '/ceremonies/',
  shift: '/counter/',
}

/** An audit entry as one line: time and sentence. It expands to the changes, the network address, and links. */
export function AuditEntryLine(props: { entry: AuditEntry; onOnly: (place: Partial<AuditPlace>) => void }) {
  const t = useT()
  const locale = useLocale()
  const { entry } = props
  return (
    <details className="group">
      <summary className="flex min-h-12 cursor-pointer list-none items-baseline gap-x-4 px-4 py-2.5 hover:bg-gold-1 focus-visible:outline-offset-[-3px] max-md:flex-wrap [&::-webkit-details-marker]:hidden">
        <time dateTime={entry.at} className="w-52 shrink-0 whitespace-nowrap text-sm text-ink-2">
          {date(locale, entry.at, 'short')} {time(locale, entry.at)}
        </time>
        <span className="min-w-0 grow wrap-anywhere">{lineWords(t, locale, entry)}</span>
        <Icon name="down" size={18} className="shrink-0 self-center text-ink-2 group-open:rotate-180" />
      </summary>
      <Unfolded {...props} />
    </details>
  )
}

function Unfolded({ entry, onOnly }: { entry: AuditEntry; onOnly: (place: Partial<AuditPlace>) => void }) {
  const t = useT()
  const locale = useLocale()
  const { person, subject } = entry
  const place = places[subject.kind]
  return (
    <div className="px-4 pb-4 md:pl-48">
      <p className="text-sm text-ink-2">
        <time dateTime={entry.at}>{dateTime(locale, entry.at)}</time>
        {entry.ip && ` · ${t('audit.from-where', { ip: entry.ip })}`}
        {entry.requestId && ` · ${t('audit.request', { id: entry.requestId.slice(-12) })}`}
      </p>
      {entry.changes.length > 0 && <Changes changes={entry.changes} />}
      <p className="mt-2 flex flex-wrap items-center gap-x-5 text-sm">
        {place && subject.id && (
          <Link href={`${place}${subject.id}`} className={`${linkish} inline-flex items-center`}>
            {subjectWords(t, subject)}
          </Link>
        )}
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
      </p>
    </div>
  )
}

function Changes({ changes }: Pick<AuditEntry, 'changes'>) {
  const t = useT()
  const locale = useLocale()
  return (
    <Table
      caption={t('audit.changes')}
      className="mt-2 max-w-4xl table-fixed text-left"
      headClass="pr-4 text-sm font-semibold text-ink-2"
      heads={[
        { text: t('audit.column-field'), hidden: true, className: 'w-1/4' },
        t('audit.column-before'),
        t('audit.column-after'),
      ]}
    >
      {changes.map((change) => (
        <tr key={change.field}>
          <th scope="row" className={`${cell} font-semibold`}>
            {fieldWords(t, change.field)}
          </th>
          <td className={`${cell} text-ink-2`}>{valueWords(t, locale, change.field, change.before)}</td>
          <td className={cell}>{valueWords(t, locale, change.field, change.after)}</td>
        </tr>
      ))}
    </Table>
  )
}
