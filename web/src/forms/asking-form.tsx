import type { ReactNode } from 'react'
import { Button } from '../ui/button.tsx'
import { ErrorSummary } from '../ui/error-summary.tsx'
import type { Form } from './use-form.ts'

type Props = {
  form: Pick<Form<never>, 'onSubmit' | 'pending' | 'summary'>
  /** The label of its only button, which is as wide as the form. */
  button: string
  /** Shown between the fields and the button: how long to wait. */
  wait?: ReactNode
  children: ReactNode
}

/** A short form for a number or an address, to which a code or link is sent: errors, fields, one button. */
export function AskingForm({ form, button, wait, children }: Props) {
  return (
    <form noValidate method="post" onSubmit={form.onSubmit} className="space-y-5">
      <ErrorSummary {...form.summary} />
      {children}
      {wait}
      <Button type="submit" kind="primary" wide pending={form.pending}>
        {button}
      </Button>
    </form>
  )
}
