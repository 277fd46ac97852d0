import { readWhole } from '../../domain/whole-number.ts'
import { useT } from '../../i18n/context.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { tenths } from './layout-typed.ts'
import type { RunTyped } from './run-typed.ts'

/** The ids of invalid fields about the sheet. */
export function wrongPaper(typed: RunTyped): string[] {
  if (typed.kind === 'list') return []
  return [
    ...(typed.kind === 'label' && (readWhole(typed.first) ?? 100) > 99 ? ['first'] : []),
    ...(['offsetX', 'offsetY'] as const).filter((name) => tenths(typed[name]) === undefined),
  ]
}

/** Settings that depend on the paper and the printer. */
export function RunPaper({ typed, set }: { typed: RunTyped; set: (part: Partial<RunTyped>) => void }) {
  const t = useT()
  const wrong = wrongPaper(typed)
  const field = (name: 'first' | 'offsetX' | 'offsetY', label: string, hint?: string) => (
    <TextField
      id={name}
      name={name}
      label={label}
      hint={hint}
      inputMode={name === 'first' ? 'numeric' : 'decimal'}
      autoComplete="off"
      value={typed[name]}
      error={wrong.includes(name) ? t(name === 'first' ? 'fault.required' : 'fault.layout-offset') : undefined}
      onChange={({ target }) => set({ [name]: target.value })}
    />
  )
  return (
    <>
      {typed.kind === 'label' && field('first', t('print.what-first'), t('print.what-first-hint'))}
      <fieldset>
        <legend className="font-semibold">{t('print.what-offset')}</legend>
        <p className="mb-2 text-sm text-ink-2">{t('print.what-offset-hint')}</p>
        <div className="grid gap-4 sm:grid-cols-2">
          {field('offsetX', t('print.offset-x'))}
          {field('offsetY', t('print.offset-y'))}
        </div>
      </fieldset>
    </>
  )
}
