import { useRef } from 'react'
import { useT } from '../../i18n/context.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { useSmsCode } from './use-sms-code.ts'

/**
 * Where the six digits are typed; phones offer the code of the message that has just come. With the sixth digit it goes on
 * by itself: to the control `next`, or the form is sent.
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

/** The digits of what was typed, without the spaces and dashes that people put between them. */
export function codeTyped(text: string): string {
  return text.replace(/[\s-]/g, '')
}

/** Whether these are six digits, of the Chinese keyboard too. */
export function isCode(text: string): boolean {
  return /^[\d０-９]{6}$/.test(text)
}
