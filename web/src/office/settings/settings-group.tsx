import { keyFor } from '../../i18n/messages.ts'
import { useState } from 'react'
import { fieldErrors, type ApiResult } from '../../api/result.ts'
import { useT } from '../../i18n/context.tsx'
import { whyNot } from '../kit/act/why-not.ts'
import { ActState } from '../kit/act/act-state.tsx'
import { useOfficeForm } from '../kit/act/use-office-form.ts'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/toast-store.ts'
import { scrollToFragment } from '../kit/layout/scroll-to-fragment.ts'
import { SettingField } from './setting-field.tsx'
import type { Setting } from './settings-queries.ts'

type Props<List> = {
  group: string
  items: readonly Setting[]
  /** The next numbers, for the settings about numbering. */
  next?: { invoice: string; receipt: string }
  save: (values: Record<string, string>) => Promise<ApiResult<List>>
  onSaved: (list: List) => void
}

/** Related settings, saved together. Input stays until it is saved or discarded. */
export function SettingsGroup<List>({ group, items, next, save: put, onSaved }: Props<List>) {
  const t = useT()
  const [typed, setTyped] = useState<Record<string, string>>({})
  const dirty = items.filter((item) => typed[item.key] !== undefined && typed[item.key] !== item.value)
  const reset = () => {
    setTyped({})
    form.clear()
  }
  const form = useOfficeForm({
    read: () => Object.fromEntries(dirty.map((item) => [item.key, typed[item.key] ?? ''])),
    send: put,
    refused: (result) => {
      if (fieldErrors(result).some(({ field }) => items.some((item) => item.key === field))) return undefined
      form.tell(whyNot(result))
      return []
    },
    done: (list) => {
      reset()
      onSaved(list)
      toast({ text: 'settings.saved', type: 'success' })
    },
  })

  return (
    <form
      ref={scrollToFragment(`group-${group}`)}
      noValidate
      onSubmit={form.onSubmit}
      className="card scroll-mt-24 p-5 sm:p-6"
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
            error={form.errorOf(item.key)}
            onChange={(value) => setTyped((before) => ({ ...before, [item.key]: value }))}
          />
        ))}
      </div>
      {dirty.length > 0 && (
        <div className="mt-5 flex flex-wrap items-center gap-3">
          <ActState act={form} />
          <Button type="submit" kind="primary" pending={form.pending}>
            {t('settings.save')}
          </Button>
          <Button onClick={reset}>{t('settings.reset')}</Button>
          <p role="status" className="font-semibold text-gold-7">
            {t('settings.unsaved')}
          </p>
        </div>
      )}
    </form>
  )
}
