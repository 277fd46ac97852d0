import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { fieldErrors } from '../../api/result.ts'
import { useLocale, useT } from '../../i18n/context.tsx'
import { keyFor } from '../../i18n/messages.ts'
import { TextField } from '../../ui/text-field.tsx'
import { toast } from '../../ui/toast-store.ts'
import { DialogButtons } from '../kit/act/dialog-buttons.tsx'
import { useOfficeForm } from '../kit/act/use-office-form.ts'
import { whyNot } from '../kit/act/why-not.ts'
import { BackLink } from '../kit/layout/back-link.tsx'
import { PageTop } from '../kit/layout/page-top.tsx'
import { Loaded } from '../kit/query/loaded.tsx'
import { codesQuery, type AccountCode } from './month-queries.ts'

/** The account codes of the journal. */
export function CodesPage() {
  const t = useT()
  const codes = useQuery(codesQuery(useLocale()))
  return (
    <>
      <BackLink to="/accounts/months">{t('months.codes-back')}</BackLink>
      <PageTop title={t('months.codes')} text={t('months.codes-text')} />
      <Loaded query={codes} lines={8}>
        {(items) => <CodesForm items={items} />}
      </Loaded>
    </>
  )
}

function CodesForm({ items }: { items: readonly AccountCode[] }) {
  const t = useT()
  const client = useQueryClient()
  const [typed, setTyped] = useState<Record<string, string>>({})
  const changed = items.filter(({ key, code }) => typed[key] !== undefined && typed[key] !== code)
  const reset = () => {
    setTyped({})
    form.clear()
  }
  const form = useOfficeForm({
    read: () => Object.fromEntries(changed.map(({ key }) => [key, typed[key] ?? ''])),
    send: (codes) => api.put('/api/admin/account-code', { body: { codes } }),
    refused: (result) => {
      if (fieldErrors(result).some(({ field }) => items.some(({ key }) => key === field))) return undefined
      form.tell(whyNot(result))
      return []
    },
    done: async () => {
      await client.invalidateQueries({ queryKey: ['report', 'codes'] })
      reset()
      toast({ text: 'months.codes-saved', type: 'success' })
    },
  })
  return (
    <form noValidate onSubmit={form.onSubmit} className="card max-w-4xl p-5 sm:p-6">
      <div className="grid gap-x-6 gap-y-5 md:grid-cols-2">
        {items.map(({ key, title, code, own }) => (
          <TextField
            key={key}
            id={key}
            label={title || t(keyFor('months.account-', key))}
            hint={own ? undefined : t('months.code-builtin')}
            autoComplete="off"
            spellCheck={false}
            maxLength={key === 'tax-rate' ? 50 : 10}
            value={typed[key] ?? code}
            error={form.errorOf(key)}
            onChange={({ target }) => setTyped((before) => ({ ...before, [key]: target.value }))}
          />
        ))}
      </div>
      {changed.length > 0 && (
        <DialogButtons
          label={t('settings.save')}
          back={t('settings.reset')}
          act={form}
          onClose={reset}
          className="mt-5"
        />
      )}
    </form>
  )
}
