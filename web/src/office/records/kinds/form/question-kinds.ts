import type { FormField } from '../../../../domain/form/definition.ts'
import type { IconName } from '../../../../ui/icon.tsx'

/** The kinds of questions that can be added, in display order. */
export const questionKinds = [
  'people',
  'departed',
  'chineseName',
  'name',
  'text',
  'birthDate',
  'choice',
  'relation',
  'consent',
] as const
export type QuestionKind = (typeof questionKinds)[number]

export const questionIcons: Record<QuestionKind, IconName> = {
  people: 'user',
  departed: 'lamp',
  chineseName: 'edit',
  name: 'edit',
  text: 'chat',
  birthDate: 'calendar',
  choice: 'bullets',
  relation: 'heart',
  consent: 'check',
}

/** The kind of a question: people and departed people are two kinds. */
export function kindOf({ type, takes }: FormField): QuestionKind {
  return type === 'people' && takes === 'departed' ? 'departed' : type
}
