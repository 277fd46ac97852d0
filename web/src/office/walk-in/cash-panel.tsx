import { useEffect, useRef, type FormEvent } from 'react'
import { CashFields } from '../counter/cash-fields.tsx'

/** The form's id, which connects it with the button in the footer. */
export const cashForm = 'walk-in-cash'

type Props = {
  /** The amount due, in cents. */
  due: number
  typed: string
  error: string | undefined
  pending: boolean
  /** It is being sent and must not change. */
  locked: boolean
  onType: (typed: string) => void
  onTake: () => void
}

/** The cash given and the change. The form's button is in the footer of the screen. */
export function CashPanel({ due, typed, error, pending, locked, onType, onTake }: Props) {
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (error) field.current?.focus()
  }, [error])
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (!pending) onTake()
  }
  return (
    <form id={cashForm} className="card space-y-4 p-5 sm:p-6" onSubmit={send} noValidate>
      <CashFields field={field} due={due} typed={typed} error={error} locked={locked} onType={onType} />
    </form>
  )
}
