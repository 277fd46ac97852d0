import type { Ref } from 'react'
import { useT } from '../../i18n/context.tsx'
import { TextField } from '../../ui/text-field.tsx'

/** The password once more, where the login was a while ago. `wrong` is what the last one was refused with. */
export function OwnPassword({ ref, wrong }: { ref?: Ref<HTMLInputElement>; wrong?: string }) {
  const t = useT()
  return (
    <TextField
      ref={ref}
      type="password"
      name="password"
      autoComplete="current-password"
      label={t('passkey.password')}
      hint={t('fault.password-needed')}
      error={wrong}
      className="max-w-md"
    />
  )
}
