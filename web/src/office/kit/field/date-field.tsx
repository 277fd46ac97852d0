import { useRef, useState, type ClipboardEvent, type ReactNode } from 'react'
import { isDay, readDay } from '../../../domain/day.ts'
import { useLocale, useT } from '../../../i18n/context.tsx'
import { dayOf } from '../../../i18n/format.ts'
import { Field, type FieldProps } from '../../../ui/field.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { dayWords } from '../format/day-words.ts'

type Props = FieldProps & {
  /** An ISO day, an empty text, or an invalid text as typed. */
  value: string
  /**
   * Called with an ISO day, an empty text, or an invalid text, which the server refuses; it is not treated as empty.
   */
  onChange: (value: string) => void
  /** Warns about a past day where only a future one makes sense. */
  ahead?: boolean
  className?: string
  /** A button that belongs to it. */
  beside?: ReactNode
  onPaste?: (event: ClipboardEvent<HTMLInputElement>) => void
}

/**
 * A date field: typed as people write it, or chosen from the browser's calendar. It repeats the date in words, to avoid
 * confusing 5/12 in May and December; a native field would use the browser's country instead.
 */
export function DateField({ value, onChange, ahead, className = '', beside, onPaste, ...field }: Props) {
  const t = useT()
  const locale = useLocale()
  const [today] = useState(() => dayOf(Date.now()))
  const picker = useRef<HTMLInputElement>(null)
  const [typing, setTyping] = useState(false)
  const [typed, setTyped] = useState<{ text: string; before: string; gave: string }>()
  // Another action, such as an undo, may have changed it.
  const own = typed && (value === typed.gave || value === typed.before) ? typed : undefined
  const text = own ? own.text : isDay(value) ? dayWords(locale, value) : value
  const read = readDay(text)
  const put = (next: string, ended: boolean) => {
    const one = readDay(next, ended)
    const gave = 'day' in one ? one.day : next.trim()
    if (gave !== value) onChange(gave)
    return { text: next, before: value, gave, whole: 'day' in one || gave === '' }
  }
  const end = () => {
    setTyping(false)
    if (!own) return
    const done = put(own.text, true)
    setTyped(done.whole ? undefined : done)
  }
  const why = () => {
    if (typing && own) return undefined
    if (text.trim() === '' || 'day' in read) return field.error
    return read.wrong === 'day-first' ? t('fault.day-first', { first: read.first }) : t(`fault.${read.wrong}`)
  }
  const past = ahead === true && isDay(value) && value < today && !(typing && own)
  return (
    <Field {...field} error={why()} text={text}>
      {(control) => (
        <>
          <span className="flex items-center gap-1">
            <span className={`relative block grow ${className}`}>
              <input
                {...control}
                className="field pr-12"
                autoComplete="off"
                maxLength={40}
                placeholder={t('office.day-like')}
                value={text}
                onChange={({ target }) => {
                  setTyping(true)
                  setTyped(put(target.value, false))
                }}
                onBlur={end}
                onKeyDown={({ key }) => {
                  if (key === 'Enter') end()
                }}
                onPaste={onPaste}
              />
              <IconButton
                icon="calendar"
                label={t('office.day-choose')}
                className="absolute inset-y-0 right-0.5 my-auto"
                onClick={() => picker.current?.showPicker()}
              />
              <input
                ref={picker}
                type="date"
                aria-hidden
                tabIndex={-1}
                className="pointer-events-none absolute right-0 bottom-0 h-px w-px opacity-0"
                value={isDay(value) ? value : ''}
                onChange={({ target }) => {
                  setTyped(undefined)
                  if (target.value) onChange(target.value)
                }}
              />
            </span>
            {beside}
          </span>
          {past && (
            <p role="status" className="mt-1 font-semibold text-gold-7">
              {t('office.day-past')}
            </p>
          )}
        </>
      )}
    </Field>
  )
}
