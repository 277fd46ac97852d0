import { useT } from '../../../i18n/context.tsx'
import { asParagraph, Difference } from './difference.tsx'
import { fieldName, isShaped } from '../field/field-name.ts'

/** What differs beside title and text: each field with what it was and what it is. */
export function OtherFields({ before, after }: { before: Record<string, string>; after: Record<string, string> }) {
  const t = useT()
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .filter((name) => !/^(title|html)\./.test(name) && (before[name] ?? '') !== (after[name] ?? ''))
    .toSorted()
  if (names.length === 0) return null
  return (
    <dl className="space-y-2">
      {names.map((name) => (
        <div key={name}>
          <dt className="font-bold">{fieldName(t, name)}</dt>
          <dd className="wrap-anywhere">
            {isShaped(name) ? (
              t('pages.shaped-changed')
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
