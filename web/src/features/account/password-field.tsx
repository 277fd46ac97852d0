import { useState, type InputHTMLAttributes, type ReactNode } from 'react'
import { useT } from '../../i18n/context.tsx'
import { Field } from '../../ui/field.tsx'

type Props = Omit<InputHTMLAttributes<HTMLInputElement>, 'id' | 'type'> & {
  id: string
  label: ReactNode
  hint?: ReactNode
  error?: string
  after?: ReactNode
}

/** A password field with a button that shows the password. */
export function PasswordField({ id, label, hint, error, after, ...input }: Props) {
  const t = useT()
  const [shown, setShown] = useState(false)
  return (
    <Field id={id} label={label} hint={hint} error={error}>
      {(control) => (
        <>
          <div className="relative">
            <input
              {...input}
              {...control}
              type={shown ? 'text' : 'password'}
              className="field pr-24"
              autoCapitalize="none"
              autoCorrect="off"
              spellCheck={false}
            />
            <button
              type="button"
              className="absolute inset-y-1 right-1 min-w-20 rounded-ctl px-3 text-sm font-semibold text-cinnabar hover:bg-cinnabar-1"
              aria-controls={id}
              aria-pressed={shown}
              onClick={() => setShown(!shown)}
            >
              {t(shown ? 'member.password-hide' : 'member.password-show')}
              <span className="sr-only">{t('member.password-of-button')}</span>
            </button>
          </div>
          {after}
        </>
      )}
    </Field>
  )
}
