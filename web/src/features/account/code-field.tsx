import { useRef } from 'react'
import { useT } from '../../i18n/context.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { useSmsCode } from './use-sms-code.ts'

/**
 * The field for the six-digit code; phones offer the code of a new message. After the sixth digit it moves the focus to
 * the control `next`, or submits the form.
 */
export function CodeField(props: { error?: string; next?: string }) {
  const t = useT()
  const input = useRef<HTMLInputElement>(null)
  useSmsCode(input)
  return (
    <TextField
      ref={input}
      id="otp"
      name="otp"
      label={t('member.code')}
      hint={t('member.code-hint')}
      inputMode="numeric"
      autoComplete="one-time-code"
      className="max-w-56 text-2xl tracking-[.3em]"
      error={props.error}
      onInput={({ currentTarget }) => {
        if (!isCode(codeTyped(currentTarget.value))) return
        if (props.next) document.getElementById(props.next)?.focus()
        else currentTarget.form?.requestSubmit()
      }}
    />
  )
}

/** The digits typed, without spaces and dashes. */
export function codeTyped(text: string): string {
  return text.replace(/[\s-]/g, '')
}

/** Whether the text is six digits, including full-width ones. */
export function isCode(text: string): boolean {
  return /^[\d０-９]{6}$/.test(text)
}
