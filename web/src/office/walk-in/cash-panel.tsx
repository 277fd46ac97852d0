import { useEffect, useRef, type FormEvent } from 'react'
import { useT } from '../../i18n/context.tsx'
import { money } from '../../i18n/format.ts'
import { Button } from '../../ui/button.tsx'
import { CashFields } from '../counter/cash-fields.tsx'

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

/** What the devotee puts down, what goes back, and the press that makes the order and books the cash. */
export function CashPanel({ due, typed, error, pending, locked, onType, onTake }: Props) {
  const t = useT()
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (error) field.current?.focus()
  }, [error])
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (!pending) onTake()
  }
  return (
    <form className="card space-y-4 p-5 sm:p-6" onSubmit={send} noValidate>
      <CashFields field={field} due={due} typed={typed} error={error} locked={locked} onType={onType} />
      <Button type="submit" kind="primary" wide pending={pending} className="min-h-16 text-xl">
        {locked ? t('common.try-again') : t('office.take', { amount: money(due) })}
      </Button>
    </form>
  )
}
