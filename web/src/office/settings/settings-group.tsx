import { keyFor } from '../../i18n/messages.ts'
import { useState, type FormEvent } from 'react'
import { fieldErrors, type ApiResult } from '../../api/result.ts'
import { useT } from '../../i18n/context.tsx'
import { toastFailure, useApi } from '../../forms/use-api.ts'
import { useFieldErrors } from '../../forms/use-told.ts'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/toast-store.ts'
import { guarded } from '../kit/session-gate.ts'
import { SettingField } from './setting-field.tsx'
import type { Setting } from './settings-page.tsx'

type Props<List> = {
  group: string
  items: readonly Setting[]
  /** For the words about the numbers. */
  next?: { invoice: string; receipt: string }
  save: (values: Record<string, string>) => Promise<ApiResult<List>>
  onSaved: (list: List) => void
}

/** Settings that belong together. What was typed stays until it is saved or discarded, whatever happens meanwhile. */
export function SettingsGroup<List>({ group, items, next, save: put, onSaved }: Props<List>) {
  const t = useT()
  const [typed, setTyped] = useState<Record<string, string>>({})
  const [wrong, setWrong] = useFieldErrors()
  const save = useApi((values: Record<string, string>) => guarded(() => put(values)))
  const dirty = items.filter((item) => typed[item.key] !== undefined && typed[item.key] !== item.value)

  async function send(event: FormEvent) {
    event.preventDefault()
    const result = await save.run(Object.fromEntries(dirty.map((item) => [item.key, typed[item.key] ?? ''])))
    if (result?.status === 200) {
      setTyped({})
      setWrong([])
      onSaved(result.value)
      toast({ text: 'settings.saved', type: 'success' })
      return
    }
    const errors = fieldErrors(result)
    setWrong(errors)
    if (!errors.some(({ field }) => items.some((item) => item.key === field))) toastFailure(result)
  }

  return (
    <form
      noValidate
      onSubmit={(event) => void send(event)}
      className="card p-5 sm:p-6"
      aria-labelledby={`group-${group}`}
    >
      <h2 id={`group-${group}`} className="text-xl">
        {t(keyFor('settings.group.', group))}
      </h2>
      <p className="mb-4 mt-1 text-ink-2">{t(keyFor('settings.group.', `${group}-text`), next)}</p>
      <div className="grid gap-x-6 gap-y-5 md:grid-cols-2">
        {items.map((item) => (
          <SettingField
            key={item.key}
            setting={item}
            value={typed[item.key] ?? item.value}
            error={wrong[item.key]}
            onChange={(value) => setTyped((before) => ({ ...before, [item.key]: value }))}
          />
        ))}
      </div>
      {dirty.length > 0 && (
        <div className="mt-5 flex flex-wrap items-center gap-3">
          <Button type="submit" kind="primary" pending={save.pending}>
            {t('settings.save')}
          </Button>
          <Button
            onClick={() => {
              setTyped({})
              setWrong([])
            }}
          >
            {t('settings.reset')}
          </Button>
          <p role="status" className="font-semibold text-gold-7">
            {t('settings.unsaved')}
          </p>
        </div>
      )}
    </form>
  )
}
