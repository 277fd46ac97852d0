import { useState } from 'react'
import type { ApiResult } from '../../api/result.ts'
import { formText } from '../../forms/form-text.ts'
import { toastFailure } from '../../forms/use-act.ts'
import { useForm } from '../../forms/use-form.ts'
import { refused } from './ceremony.ts'

/**
 * Submits what needs a recent login. It is first sent without a password; `asks` means that the form must now show
 * OwnPassword, `wrong` is the error of the last password.
 */
export function useOwnPassword<Value>(
  send: (password: string) => Promise<ApiResult<Value>>,
  done: (value: Value) => unknown,
) {
  const [asks, setAsks] = useState(false)
  const form = useForm({
    read: (typed) => formText(typed, 'password'),
    send,
    refused: (result) => {
      const why = refused(result)
      if (why.kind === 'password') setAsks(true)
      else toastFailure(result)
      return why.kind === 'password' && why.wrong ? [{ ...why.wrong, id: 'password' }] : []
    },
    done: (value) => {
      setAsks(false)
      return done(value)
    },
    summary: false,
  })
  return { onSubmit: form.onSubmit, pending: form.pending, asks, wrong: form.errorOf('password') }
}
