import type { Ref } from 'react'
import { useT } from '../../i18n/context.tsx'
import { TextField } from '../../ui/text-field.tsx'

type Props = {
  /** Of the name, which comes first. */
  ref?: Ref<HTMLInputElement>
  typed?: { name?: string; chineseName?: string }
  errorOf: (id: string) => string | undefined
}

/** How a new account's owner is called. */
export function NameFields({ ref, typed, errorOf }: Props) {
  const t = useT()
  return (
    <>
      <TextField
        ref={ref}
        id="name"
        name="name"
        label={t('member.name')}
        hint={t('member.name-hint')}
        autoComplete="name"
        defaultValue={typed?.name}
        error={errorOf('name')}
      />
      <TextField
        id="chineseName"
        name="chineseName"
        label={t('member.chinese-name')}
        hint={t('member.chinese-name-hint')}
        optional
        lang="zh-Hans"
        autoComplete="off"
        defaultValue={typed?.chineseName}
        error={errorOf('chineseName')}
      />
    </>
  )
}
