import { useEffect, useRef } from 'react'
import { useT } from '../i18n/context.tsx'
import { Button } from '../ui/button.tsx'
import { ErrorSummary } from '../ui/error-summary.tsx'
import { FormFields } from './form-fields.tsx'
import { useNames, type NamesForm } from './use-names.ts'

type Props<T> = NamesForm<T> & {
  labelledBy: string
  onSaved: (saved: T) => Promise<void> | void
  onLeave: () => void
}

/** Changes the names of an item, with the fields of the offering's own form. */
export function NamesEditor<T>(props: Props<T>) {
  const t = useT()
  const form = useRef<HTMLFormElement>(null)
  const names = useNames(props, props.onSaved)
  // The pressed button has disappeared, so the focus moves into the form.
  useEffect(() => form.current?.querySelector<HTMLElement>('input,select,textarea')?.focus(), [])
  return (
    <form
      ref={form}
      noValidate
      method="post"
      aria-labelledby={props.labelledBy}
      className="space-y-8"
      onSubmit={names.onSubmit}
    >
      <ErrorSummary {...names.summary} />
      <FormFields
        definition={props.definition}
        draft={names.draft}
        nameCapacity={props.nameCapacity}
        errors={names.errors}
        onChange={names.change}
        firstSection={0}
      />
      <div className="grid gap-3 sm:grid-cols-2">
        <Button type="submit" kind="primary" pending={names.pending}>
          {t('form.names-save')}
        </Button>
        <Button onClick={props.onLeave}>{t('form.names-keep')}</Button>
      </div>
    </form>
  )
}
