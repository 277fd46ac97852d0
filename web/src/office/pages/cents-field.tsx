import { useState } from 'react'
import { readAmount, writeAmount } from '../../domain/amount.ts'
import { useT } from '../../i18n/context.tsx'
import { TextField } from '../../ui/text-field.tsx'

type Props = {
  id: string
  label: string
  hint?: string
  /** Cents, apart by spaces; '' is none. */
  value: string
  error?: string
  /** The most amounts that fit; one, if left out. */
  most?: number
  onChange: (cents: string) => void
}

/** One amount or several, typed as dollars and kept as cents. What is no amount is said, and not kept. */
export function CentsField({ id, label, hint, value, error, most = 1, onChange }: Props) {
  const t = useT()
  const [text, setText] = useState(() => shown(value))
  const [wrong, setWrong] = useState(false)
  const [known, setKnown] = useState(value)
  if (value !== known) {
    // It became another elsewhere, as by a restored version.
    setKnown(value)
    if (read(text, most) !== value) setText(shown(value))
  }
  return (
    <TextField
      id={id}
      label={label}
      hint={hint}
      inputMode="decimal"
      autoComplete="off"
      value={text}
      error={wrong ? t('offerings.amount-wrong') : error}
      onChange={(event) => {
        setText(event.target.value)
        const cents = read(event.target.value, most)
        setWrong(cents === undefined)
        if (cents !== undefined) {
          setKnown(cents)
          onChange(cents)
        }
      }}
    />
  )
}

const shown = (value: string) =>
  value
    .split(' ')
    .filter(Boolean)
    .map((cents) => writeAmount(Number(cents)))
    .join(' ')

function read(text: string, most: number): string | undefined {
  const words = text.split(/[\s,，;；]+/).filter(Boolean)
  const amounts = (most === 1 ? [text.trim()].filter(Boolean) : words).map((word) => readAmount(word))
  if (amounts.length > most || amounts.some((cents) => !cents)) return undefined
  return amounts.join(' ')
}
