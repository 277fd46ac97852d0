import { useId, useState, type FormEvent, type ReactNode } from 'react'
import { hasIdentityNumber } from '../domain/identity-number.ts'
import { useT } from '../i18n/context.tsx'

/** The attributes that connect a control with its label, hint and error. */
export type FieldControl = { id: string; 'aria-describedby': string | undefined; 'aria-invalid': true | undefined }

export type FieldProps = {
  /** Also the target of error summary links. */
  id?: string
  label: ReactNode
  hint?: ReactNode
  error?: string
  /** Shown beside the label; fields are required by default. */
  optional?: boolean
}

/**
 * A label, a hint, an error and the control between them: <Field label="…">{(p) => <select {...p} className="field"
 * />}</Field>
 */
export function Field(
  props: FieldProps & {
    /** The control's value if known; otherwise it is read while the user types. */
    text?: unknown
    /**
     * The maximum length of the control. Near it the field shows how many characters are left, because browsers
     * truncate silently.
     */
    most?: number
    children: (control: FieldControl) => ReactNode
  },
) {
  const t = useT()
  const [typed, setTyped] = useState<unknown>('')
  const text = props.text ?? typed
  const identity = typeof text === 'string' && hasIdentityNumber(text)
  const near = typeof text === 'string' && isNearlyFull(text, props.most)
  const own = useId()
  const id = props.id ?? own
  const described = [
    props.hint && `${id}-hint`,
    props.error && `${id}-error`,
    identity && `${id}-identity`,
    near && `${id}-room`,
  ]
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
      {near && <RoomNote id={`${id}-room`} text={text} most={props.most} />}
    </div>
  )
}

/** Whether little length is left; not for short codes and numbers, whose end is always visible. */
function isNearlyFull(text: string, most = 0): boolean {
  return most >= 20 && text.length >= most * 0.9
}

/** Shows below a control how many characters are left and, at the limit, that text may have been cut off. */
export function RoomNote({ id, text, most = 0 }: { id?: string; text: string; most?: number | undefined }) {
  const t = useT()
  if (!isNearlyFull(text, most)) return null
  const left = most - text.length
  return (
    <p id={id} role="status" className={`mt-1 text-sm ${left > 0 ? 'text-ink-2' : 'font-semibold'}`}>
      {left > 0 ? t('common.room-left', { count: left }) : t('common.room-full', { count: most })}
    </p>
  )
}

/** Warns about an NRIC or FIN in what was typed. Nothing is refused. */
export function IdentityNote({ id }: { id: string }) {
  const t = useT()
  return (
    <p id={id} role="status" className="mt-1 font-semibold">
      {t('common.identity-number')}
    </p>
  )
}

/** The error beside a field; the same as in the error summary. */
export function FieldError(props: { id: string; text: string }) {
  const t = useT()
  return (
    <p id={props.id} className="mb-1.5 font-semibold text-cinnabar">
      <span className="sr-only">{t('common.error-prefix')} </span>
      {props.text}
    </p>
  )
}
