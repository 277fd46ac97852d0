import { ownTakes } from '../../domain/form/sheet-of-draft.ts'
import type { FormField } from '../../domain/form/definition.ts'
import type { Answers } from '../../domain/form/draft.ts'
import type { Draft, DraftItem, Offering } from './draft.ts'

/** Fills in the payer: usually the first living person named, unless a payer is typed already. */
export function payerFromNames(draft: Draft, lines: readonly { item: DraftItem; offering: Offering }[]): Draft {
  if (draft.payer.name.trim() || draft.payer.chineseName.trim() || draft.forAccount) return draft
  for (const { item, offering } of lines) {
    const { form } = offering
    if (!form || !item.form) continue
    const said = [
      ...form.fields
        .filter(({ type, takes }) => type === 'people' && takes !== 'departed')
        .flatMap((list) =>
          (item.form?.people[list.key] ?? []).map((person) => written(list.fields ?? [], person.answers)),
        ),
      ...(ownTakes(form) === 'departed' ? [] : [written(form.fields, item.form.answers)]),
    ].find(({ name, chineseName }) => name || chineseName)
    if (said) return { ...draft, payer: { ...draft.payer, ...said } }
  }
  return draft
}

function written(fields: readonly FormField[], answers: Answers): { name: string; chineseName: string } {
  const of = (type: FormField['type']) => {
    const answer = answers[fields.find((field) => field.type === type)?.key ?? '']
    return typeof answer === 'string' ? answer.trim() : ''
  }
  return { name: of('name'), chineseName: of('chineseName') }
}
