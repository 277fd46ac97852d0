import { useT } from '../../../i18n/context.tsx'
import { asParagraph, Difference } from './difference.tsx'
import { fieldName } from '../field/field-name.ts'
import type { AskFields } from '../kinds/form/questions.ts'

/** What differs between two states of a form, field by field: its history has no text to compare. */
export function FormDifference({ before, after }: { before: AskFields; after: AskFields }) {
  const t = useT()
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .filter((name) => name.startsWith('ask.') && (before[name] ?? '') !== (after[name] ?? ''))
    .sort()
  if (names.length === 0) return null
  return (
    <dl className="space-y-3">
      {names.map((name) => (
        <div key={name}>
          <dt className="font-bold wrap-anywhere">{fieldName(t, name)}</dt>
          <dd>
            <Difference
              before={asParagraph(before[name] ?? '')}
              after={asParagraph(after[name] ?? '')}
              language={name.endsWith('.zh') ? 'zh' : 'en'}
            />
          </dd>
        </div>
      ))}
    </dl>
  )
}
