import { useEffect, useRef } from 'react'
import { useT } from '../../i18n/context.tsx'
import { TextField } from '../../ui/text-field.tsx'

/**
 * Asks for the password again, if the last login is too long ago. It takes the focus when it appears. `wrong` is the
 * error of the last one.
 */
export function OwnPassword({ wrong }: { wrong?: string }) {
  const t = useT()
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])
  return (
    <TextField
      ref={field}
      type="password"
      name="password"
      autoComplete="current-password"
      label={t('common.field.your-password')}
      hint={t('fault.password-needed')}
      error={wrong}
      className="max-w-md"
    />
  )
}
