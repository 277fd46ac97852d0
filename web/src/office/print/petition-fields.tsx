import { useRef } from 'react'
import type { FormWithValues } from '../../forms/use-form.ts'
import { useT } from '../../i18n/context.tsx'
import { keyFor } from '../../i18n/messages.ts'
import { Button } from '../../ui/button.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { TextField } from '../../ui/text-field.tsx'
import type { Typed } from './layout-typed.ts'

const mostCharacters = 1200

/** The text of a petition, with its markup and variables. A variable is inserted at the cursor. */
export function PetitionFields({ form, variables }: { form: FormWithValues<Typed>; variables: readonly string[] }) {
  const t = useT()
  const area = useRef<HTMLTextAreaElement>(null)
  const text = form.values['params.text']
  const insert = (variable: string) => {
    const element = area.current
    if (!element) return
    element.setRangeText(`{${variable}}`, element.selectionStart, element.selectionEnd, 'end')
    form.set({ 'params.text': element.value })
    element.focus()
  }
  return (
    <>
      <TextField label={t('print.petition-title')} maxLength={20} lang="zh" {...form.text('params.title')} />
      <TextArea
        ref={area}
        label={t('print.petition-text')}
        hint={t('print.petition-hint')}
        rows={12}
        lang="zh"
        spellCheck={false}
        {...form.text('params.text')}
      />
      <p className="text-sm text-ink-2" role="status">
        {t('print.petition-count', { count: Array.from(text).length, most: mostCharacters })}
      </p>
      <div role="group" aria-label={t('print.variables')} className="flex flex-wrap gap-2">
        {variables.map((variable) => (
          <Button key={variable} onClick={() => insert(variable)}>
            {t(keyFor('print.variable-', variable))}
          </Button>
        ))}
      </div>
    </>
  )
}
