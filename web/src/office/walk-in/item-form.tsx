import type { Term } from '../../domain/offering.ts'
import { changeDraft, type FormChange } from '../../domain/form/draft.ts'
import { FormFields } from '../../forms/form-fields.tsx'
import { ChoiceFields } from '../../features/offering/choice-fields.tsx'
import { chosen } from '../../domain/order.ts'
import { useLocale, useT } from '../../i18n/context.tsx'
import { ErrorSummary } from '../../ui/error-summary.tsx'
import { Notice } from '../../ui/notice.tsx'
import { wordsOf, type Wrong } from '../../forms/refusal.ts'
import { asksQuantity, type Draft, type DraftItem } from './draft.ts'
import type { Line } from './use-offerings.ts'

type Props = {
  line: Line
  /** The devotee has an account, so terms are possible. */
  known: boolean
  wrong: readonly Wrong[]
  refusals: number
  onChange: (next: (draft: Draft) => Partial<DraftItem>) => void
}

/** The form of a line, with the same fields as on the public page. */
export function ItemForm({ line, known, wrong, refusals, onChange }: Props) {
  const t = useT()
  const locale = useLocale()
  const { item, offering } = line
  const option = chosen(offering, item.order)
  if (!option) return null
  const { errors, lines } = wordsOf(wrong, t, locale)
  const terms: Term[] = known || !option.terms.includes('once') ? option.terms : ['once']
  const changeForm = (change: FormChange) =>
    onChange((draft) => {
      const now = draft.items.find(({ id }) => id === item.id)?.form
      return { form: now ? changeDraft(now, change) : null }
    })
  return (
    <div className="space-y-8">
      <ErrorSummary errors={lines} focusKey={refusals} />
      {!known && option.terms.some((term) => term !== 'once') && (
        <Notice>{t(option.terms.includes('once') ? 'walk-in.term-once' : 'fault.term-needs-account')}</Notice>
      )}
      <ChoiceFields
        option={{ ...option, terms }}
        order={item.order}
        asksQuantity={asksQuantity(offering, item.order)}
        errors={errors}
        onChange={(order) => onChange(() => ({ order }))}
      />
      {offering.form && item.form && (
        <FormFields
          definition={offering.form}
          draft={item.form}
          nameCapacity={option.nameCapacity}
          errors={errors}
          onChange={changeForm}
          taiSui={offering.taiSui}
          firstSection={0}
        />
      )}
      {!offering.form && option.terms.length === 1 && !asksQuantity(offering, item.order) && (
        <p className="text-ink-2">{t('walk-in.nothing-asked')}</p>
      )}
    </div>
  )
}
