import { useState, type FormEvent } from 'react'
import { useT } from '../../../i18n/context.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { said } from '../state-bar.tsx'
import { numbered } from '../print-text.ts'
import { readWhole } from '../../../domain/whole-number.ts'
import type { ReadingName } from './reading-queries.ts'

/** A list number with zeros, otherwise the text as typed. */
function shownNo(typed: string): string {
  const no = readWhole(typed)
  return no === undefined ? typed : numbered(no)
}

type Props = {
  rows: readonly ReadingName[]
  at: number
  /** All names have loaded, so their number is known. */
  whole: boolean
  onNext: () => void
  onPrevious: () => void
  onGo: (index: number) => void
}

/** The progress of the reading, a field to jump to a number, and the button for the next name. */
export function ReadingFoot({ rows, at, whole, onNext, onPrevious, onGo }: Props) {
  const t = useT()
  const [typed, setTyped] = useState('')
  const [missing, setMissing] = useState('')
  const go = (event: FormEvent) => {
    event.preventDefault()
    const no = readWhole(typed)
    const index = rows.findIndex((one) => one.no === no)
    setMissing(index < 0 ? typed.trim() : '')
    if (index < 0) return
    setTyped('')
    onGo(index)
  }
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-current/25 px-4 py-3 sm:px-8">
      <p className="text-lg" aria-hidden={at >= rows.length || undefined}>
        {at < rows.length &&
          t('ceremonies.place-of', { place: said(at + 1), total: whole ? said(rows.length) : `${said(rows.length)}+` })}
      </p>
      <form className="flex items-center gap-2" onSubmit={go}>
        <label className="flex items-center gap-2">
          <span>{t('ceremonies.read-no')}</span>
          <input
            className="reading-field"
            inputMode="numeric"
            autoComplete="off"
            maxLength={7}
            value={typed}
            aria-describedby="reading-missing"
            aria-invalid={missing !== '' || undefined}
            onChange={(event) => setTyped(event.target.value)}
          />
        </label>
        <button type="submit" className="reading-button">
          {t('ceremonies.read-go')}
        </button>
        <span id="reading-missing" role="status">
          {missing && t('ceremonies.read-no-such', { no: shownNo(missing) })}
        </span>
      </form>
      <div className="ml-auto flex grow justify-end gap-3">
        <button type="button" className="reading-button" disabled={at === 0} onClick={onPrevious}>
          <Icon name="back" />
          {t('ceremonies.read-previous')}
        </button>
        <button type="button" className="reading-button reading-next" disabled={at >= rows.length} onClick={onNext}>
          {t('ceremonies.read-next')}
          <Icon name="arrow" />
        </button>
      </div>
    </div>
  )
}
