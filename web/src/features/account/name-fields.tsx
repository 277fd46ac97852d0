import type { Ref } from 'react'
import { useLocale, useT } from '../../i18n/context.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { firstName } from './names.ts'

type Props = {
  /** Ref of the first name field. */
  ref?: Ref<HTMLInputElement>
  typed?: { name?: string; chineseName?: string }
  errorOf: (id: string) => string | undefined
}

/** The name fields of a new account; their order depends on the language. */
export function NameFields({ ref, typed, errorOf }: Props) {
  const t = useT()
  const first = firstName(useLocale())
  const order = first === 'name' ? (['name', 'chineseName'] as const) : (['chineseName', 'name'] as const)
  return order.map((name) => (
    <TextField
      key={name}
      ref={name === first ? ref : undefined}
      id={name}
      name={name}
      label={t(name === 'name' ? 'member.name' : 'member.chinese-name')}
      hint={t(name === 'name' ? 'member.name-hint' : 'member.chinese-name-hint')}
      optional={name !== first}
      lang={name === 'chineseName' ? 'zh-Hans' : undefined}
      autoComplete={name === first ? 'name' : 'off'}
      defaultValue={typed?.[name]}
      error={errorOf(name)}
    />
  ))
}
