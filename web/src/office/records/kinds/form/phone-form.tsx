import { useMemo, useState } from 'react'
import type { FormDefinition } from '../../../../domain/form/definition.ts'
import { changeDraft, emptyDraft, reviveDraft, valuesOf } from '../../../../domain/form/draft.ts'
import { validate } from '../../../../domain/form/validate.ts'
import { FormFields } from '../../../../forms/form-fields.tsx'
import { explain } from '../../../../forms/problems.ts'
import { useLocale, useT } from '../../../../i18n/context.tsx'
import { Button } from '../../../../ui/button.tsx'

type Props = {
  definition: FormDefinition
  /** The capacity of the chosen option. */
  nameCapacity: number | undefined
}

/** The site's form fields with their validation. Input is kept while the questions change. */
export function PhoneForm({ definition, nameCapacity }: Props) {
  const t = useT()
  const locale = useLocale()
  const [typed, setTyped] = useState(() => emptyDraft(definition))
  const [checkedAt, setCheckedAt] = useState<number>()
  const draft = useMemo(() => reviveDraft(definition, typed), [definition, typed])
  const problems = useMemo(
    () => (checkedAt ? validate(definition, valuesOf(definition, draft), { now: checkedAt, nameCapacity }) : []),
    [checkedAt, definition, draft, nameCapacity],
  )
  const errors = new Map(
    problems.flatMap((problem) => {
      const error = explain(definition, draft, problem, t, locale)
      return error ? [[error.id, error.text] as const] : []
    }),
  )
  if (definition.fields.length === 0)
    return <p className="py-10 text-center text-ink-2">{t('records-form.asks-nothing')}</p>
  return (
    <div className="space-y-6">
      <FormFields
        definition={definition}
        draft={draft}
        nameCapacity={nameCapacity}
        errors={errors}
        onChange={(change) => setTyped(changeDraft(draft, change))}
        firstSection={0}
      />
      <Button kind="primary" className="w-full" onClick={() => setCheckedAt(Date.now())}>
        {t('records-form.phone-check')}
      </Button>
      <p role="status">
        {checkedAt !== undefined &&
          t(problems.length === 0 ? 'records-form.phone-fine' : 'records-form.phone-wrong', { count: problems.length })}
      </p>
    </div>
  )
}
