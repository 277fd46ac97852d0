import { useId, useState, type FormEvent, type ReactNode } from 'react'
import { hasIdentityNumber } from '../domain/identity-number.ts'
import { useT } from '../i18n/context.tsx'

/** What a control needs to belong to its label, hint and error. */
export type FieldControl = { id: string; 'aria-describedby': string | undefined; 'aria-invalid': true | undefined }

export type FieldProps = {
  /** Also the anchor that an error summary links to. */
  id?: string
  label: ReactNode
  hint?: ReactNode
  error?: string
  /** Says so beside the label; fields are required otherwise. */
  optional?: boolean
}

/** A label, a hint, an error and the control between them: <Field label="…">{(p) => <select {...p} className="field" />}</Field> */
export function Field(
  props: FieldProps & {
    /** What the control says, where that is known; else it is learned while somebody types. */
    text?: unknown
    children: (control: FieldControl) => ReactNode
  },
) {
  const t = useT()
  const [typed, setTyped] = useState<unknown>('')
  const text = props.text ?? typed
  const identity = typeof text === 'string' && hasIdentityNumber(text)
  const own = useId()
  const id = props.id ?? own
  const described = [props.hint && `${id}-hint`, props.error && `${id}-error`, identity && `${id}-identity`]
    .filter(Boolean)
    .join(' ')
  const read = ({ target }: FormEvent) => {
    const readable =
      target instanceof HTMLTextAreaElement || (target instanceof HTMLInputElement && target.type !== 'password')
    if (readable) setTyped(target.value)
  }
  return (
    <div className={props.error ? 'border-l-4 border-cinnabar pl-3' : undefined} onInput={read}>
      <label htmlFor={id} className="mb-1 block font-semibold">
        {props.label}
        {props.optional && <span className="font-normal text-ink-2"> {t('common.optional')}</span>}
      </label>
      {props.hint && (
        <p id={`${id}-hint`} className="mb-1.5 text-sm text-ink-2">
          {props.hint}
        </p>
      )}
      {props.error && <FieldError id={`${id}-error`} text={props.error} />}
      {props.children({
        id,
        'aria-describedby': described || undefined,
        'aria-invalid': props.error ? true : undefined,
      })}
      {identity && <IdentityNote id={`${id}-identity`} />}
    </div>
  )
}

/** Points out an NRIC or FIN below what was typed. Nothing is refused: whoever writes it knows best. */
export function IdentityNote({ id }: { id: string }) {
  const t = useT()
  return (
    <p id={id} role="status" className="mt-1 font-semibold">
      {t('common.identity-number')}
    </p>
  )
}

/** The words beside a field that is wrong; the same as in the error summary. */
export function FieldError(props: { id: string; text: string }) {
  const t = useT()
  return (
    <p id={props.id} className="mb-1.5 font-semibold text-cinnabar">
      <span className="sr-only">{t('common.error-prefix')} </span>
      {props.text}
    </p>
  )
}
