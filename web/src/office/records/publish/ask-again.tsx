import { useT } from '../../../i18n/context.tsx'
import { RadioCards } from '../../../ui/radio-cards.tsx'
import { useOfficeSession } from '../../kit/session/session.tsx'
import { factsOf } from '../../kit/site/record-kinds.ts'
import type { Summary } from '../record-queries.ts'

/** The policies that members agree to; the same as in internal/people/account/policies.go. */
const agreedTo = ['privacy-policy', 'service-policy', 'term-and-condition']

type Props = { record: Summary; again: boolean; onChange: (again: boolean) => void }

/** Whether members must agree to a policy again after publication. Decided by an administrator. */
export function AskAgain(props: Props) {
  const { kind, key } = props.record
  return factsOf(kind).agreed && agreedTo.includes(key) ? <Question {...props} /> : null
}

function Question({ again, onChange }: Props) {
  const t = useT()
  const { user } = useOfficeSession()
  if (!user?.roles.includes('admin')) return <p className="mt-5 text-ink-2">{t('records.again-editor')}</p>
  return (
    <div className="mt-5">
      <RadioCards
        legend={t('records.again')}
        name="again"
        columns={2}
        value={again ? 'yes' : 'no'}
        onChange={(value) => onChange(value === 'yes')}
        options={[
          { value: 'no', title: t('records.again-no'), text: t('records.again-no-text') },
          { value: 'yes', title: t('records.again-yes'), text: t('records.again-yes-text') },
        ]}
      />
    </div>
  )
}
