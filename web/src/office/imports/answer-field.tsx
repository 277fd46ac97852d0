import { useEffect, useId, useRef, useState, type FormEvent } from 'react'
import { hasIdentityNumber } from '../../domain/identity-number.ts'
import { useT } from '../../i18n/context.tsx'
import { Button } from '../../ui/button.tsx'
import { IdentityNote, RoomNote } from '../../ui/field.tsx'

const longest = 200

type Props = {
  /** What is to be typed, for users who cannot see the row. */
  label: string
  value: string
  /** Chinese characters, in the device's brush font. */
  chinese?: boolean
  error?: string
  pending: boolean
  /** Focused, because the user opened it. */
  ready?: boolean
  onSet: (value: string) => void
}

/** Corrects the value of a cell in place. */
export function AnswerField(props: Props) {
  const t = useT()
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [value, setValue] = useState(props.value)
  useEffect(() => {
    if (props.ready) input.current?.focus()
  }, [props.ready])
  const identity = hasIdentityNumber(value)
  const described = [props.error && `${id}-error`, identity && `${id}-identity`].filter(Boolean).join(' ')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    props.onSet(value.trim())
  }
  return (
    <form noValidate onSubmit={submit} className="flex min-w-0 flex-wrap items-center gap-2">
      <input
        ref={input}
        id={id}
        data-answer=""
        aria-label={props.label}
        aria-invalid={props.error ? true : undefined}
        aria-describedby={described || undefined}
        value={value}
        onChange={(event) => setValue(event.target.value)}
        maxLength={longest}
        autoComplete="off"
        spellCheck={false}
        lang={props.chinese ? 'zh-Hans' : undefined}
        className={`field min-h-11 w-44 max-w-full py-1 ${props.chinese ? 'font-names' : ''}`}
      />
      <Button type="submit" pending={props.pending} className="min-h-11 px-4 py-1.5">
        {t('imports.answer-set')}
      </Button>
      <RoomNote text={value} most={longest} />
      {identity && <IdentityNote id={`${id}-identity`} />}
      {props.error && (
        <p id={`${id}-error`} role="alert" className="w-full font-semibold text-cinnabar">
          <span className="sr-only">{t('common.error-prefix')} </span>
          {props.error}
        </p>
      )}
    </form>
  )
}
