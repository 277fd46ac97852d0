import type { Locale } from '../../i18n/messages.ts'
import type { Invoice } from '../../domain/invoice.ts'
import { sameName } from '../../domain/names.ts'

/** A person of an order, as the family book stores them. */
export type Kept = { kind: 'living' | 'departed'; name: string; chineseName: string; relation?: string }

/** All persons in an order, each once. */
export function peopleOf({ items }: Pick<Invoice, 'items'>, locale: Locale): Kept[] {
  const all: Kept[] = []
  for (const { sheet } of items)
    for (const group of sheet?.groups ?? [])
      for (const { name = '', chineseName = '', answers } of group.people) {
        const kind = group.kind === 'departed' ? 'departed' : 'living'
        const relation = answers?.find(({ about }) => about === 'relation')?.value[locale]
        const one: Kept = { kind, name, chineseName, ...(relation && { relation }) }
        if ((name || chineseName) && !all.some((other) => other.kind === kind && sameName(other, one))) all.push(one)
      }
  return all
}
