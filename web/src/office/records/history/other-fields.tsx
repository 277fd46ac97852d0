import { useT } from '../../../i18n/context.tsx'
import { asParagraph, Difference } from './difference.tsx'
import { fieldName, isShaped } from '../field/field-name.ts'

type Fields = Readonly<Record<string, string>>

/** Differences in fields besides title and text (for a form, its questions): old and new values. */
export function OtherFields({ before, after, asks }: { before: Fields; after: Fields; asks?: boolean }) {
  const t = useT()
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .filter((name) => (asks ? /^ask\./ : /^(?!title\.|html\.)/).test(name))
    .filter((name) => (before[name] ?? '') !== (after[name] ?? ''))
    .toSorted()
  if (names.length === 0) return null
  return (
    <dl className="space-y-2">
      {names.map((name) => (
        <div key={name}>
          <dt className="font-bold wrap-anywhere">{fieldName(t, name)}</dt>
          <dd className="wrap-anywhere">
            {isShaped(name) ? (
              t('records.shaped-changed')
            ) : (
              <Difference
                before={asParagraph(before[name] ?? '')}
                after={asParagraph(after[name] ?? '')}
                language={name.endsWith('.zh') ? 'zh' : 'en'}
              />
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}
