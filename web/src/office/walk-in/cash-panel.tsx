import { useEffect, useRef, type FormEvent } from 'react'
import { CashFields } from '../counter/cash-fields.tsx'

/** The form's id, by which the button in the foot belongs to it. */
export const cashForm = 'walk-in-cash'

type Props = {
  /** Cents. */
  due: number
  typed: string
  error: string | undefined
  pending: boolean
  /** It is on its way, and may not change. */
  locked: boolean
  onType: (typed: string) => void
  onTake: () => void
}

/** What the devotee puts down and what goes back. The button of the form stands in the foot of the screen. */
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
