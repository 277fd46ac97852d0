import { useEffect, useId, useRef, type ReactNode } from 'react'
import { useT } from '../../i18n/context.tsx'
import { useLatest } from '../../lib/use-latest.ts'
import { Button } from '../../ui/button.tsx'
import type { ChipHandle } from '../kit/editor/chip-editor.tsx'
import { Icon } from '../../ui/icon.tsx'
import { LanguageSign } from './language-sign.tsx'
import { onDemand } from '../kit/layout/on-demand.tsx'
import { namesMissing } from '../kit/editor/pieces.ts'
import { doubtOf, problemOf } from './word-problem.ts'
import type { Language } from './word-queries.ts'

const ChipEditor = onDemand(async () => (await import('../kit/editor/chip-editor.tsx')).ChipEditor, { lines: 2 })

type Props = {
  language: Language
  /** Which plural form: "when it is one". */
  form?: string
  names: readonly string[]
  value: string
  error?: string
  /** The built-in text. */
  own: string
  /** Shown below the field: the number of SMS parts. */
  hint?: ReactNode
  /** A counter of external changes: when it changes, the field shows `value` again. */
  replaced: number
  onChange: (text: string) => void
}

/** A message, or one of its plural forms, in one language. */
export function WordField({ language, form, names, value, own, error, hint, replaced, onChange }: Props) {
  const t = useT()
  const id = useId()
  const handle = useRef<ChipHandle | null>(null)
  const label = [t(`words.in-${language}`), form].filter(Boolean).join(', ')
  const missing = namesMissing(value, names)
  const problem = problemOf(t, value, names) ?? error
  const doubt = doubtOf(t, value, own, names)
  const latest = useLatest(value)
  useEffect(() => {
    if (replaced > 0) handle.current?.replace(latest.current)
  }, [replaced, latest])
  return (
    <div className="min-w-0">
      <p className="mb-1.5 flex items-center gap-2 font-bold" aria-hidden="true">
        <LanguageSign language={language} />
        {form}
      </p>
      <ChipEditor
        label={label}
        describedBy={`${id}-error ${id}-hint`}
        invalid={problem !== undefined}
        locale={language}
        names={names}
        text={value}
        onHandle={(next) => {
          handle.current = next
        }}
        onChange={onChange}
      />
      {missing.length > 0 && (
        <p className="mt-2 flex flex-wrap gap-2">
          {missing.map((name) => (
            <Button key={name} icon="plus" onClick={() => handle.current?.insert(name)}>
              {t('words.put-name', { name })}
            </Button>
          ))}
        </p>
      )}
      <p id={`${id}-error`} role="alert" className="mt-1 font-semibold text-cinnabar empty:hidden">
        {problem}
      </p>
      {doubt && (
        <p role="status" className="mt-1 font-semibold">
          <Icon name="warning" size={18} className="mr-1.5 inline text-gold-7" />
          {doubt}
        </p>
      )}
      <div id={`${id}-hint`} className="mt-1 text-sm text-ink-2 empty:hidden">
        {hint}
      </div>
    </div>
  )
}
