import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { api } from '../../api/client.ts'
import { useOfficeForm } from '../kit/act/use-office-form.ts'
import { useT } from '../../i18n/context.tsx'
import { Button, buttonClass } from '../../ui/button.tsx'
import { ErrorSummary } from '../../ui/error-summary.tsx'
import { Panel } from '../../ui/panel.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { toast } from '../../ui/toast-store.ts'
import { refresh } from '../kit/query/refresh.ts'
import { SelectField } from '../kit/field/select-field.tsx'
import { LayoutFields } from './layout-fields.tsx'
import { LayoutLook } from './layout-look.tsx'
import { draftOf, typedOf, wrongOffsets } from './layout-typed.ts'
import { PetitionFields } from './petition-fields.tsx'
import { sheetsOf, type Layout, type LayoutDraft, type Script } from './layout-queries.ts'

type Props = {
  /** The layout to change; absent for a new one. */
  row?: Layout
  begun: LayoutDraft
  variables: readonly string[]
}

/** The settings of a layout, beside a preview of its page. */
export function LayoutForm({ row, begun, variables }: Props) {
  const t = useT()
  const client = useQueryClient()
  const [, navigate] = useLocation()
  const [script, setScript] = useState<Script>('hant')
  const { kind } = begun
  const form = useOfficeForm({
    initial: typedOf(begun),
    check: (typed) => [
      ...(typed.name.trim() ? [] : [{ id: 'name', key: 'fault.required' as const }]),
      ...wrongOffsets(typed).map((id) => ({ id, key: 'fault.layout-offset' as const })),
    ],
    send: (typed, keyFor) => {
      const draft = draftOf(kind, typed)
      if (!row) return api.post('/api/admin/layout', { body: draft, idempotencyKey: keyFor(draft) })
      const body = { ...draft, seen: row.version }
      return api.put('/api/admin/layout/{key}', { params: { key: row.key }, body, idempotencyKey: keyFor(body) })
    },
    done: async (saved) => {
      toast({ text: 'print.saved', params: { name: saved.name, version: saved.version }, type: 'success' })
      await refresh(client, 'layouts')
      if (!row) navigate(`/print/${saved.key}`, { replace: true })
    },
    summary: true,
  })
  const { values } = form
  return (
    <form noValidate onSubmit={form.onSubmit}>
      <ErrorSummary {...form.summary} />
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_minmax(16rem,22rem)]">
        <Panel as="div" className="space-y-5">
          <TextField label={t('print.name')} maxLength={80} autoComplete="off" {...form.text('name')} />
          <SelectField
            id="sheet"
            label={t('print.sheet')}
            error={form.errorOf('sheet')}
            value={values.sheet}
            options={sheetsOf[kind].map((sheet) => [sheet, t(`print.sheet-${sheet as 'A4-2'}`)])}
            onChange={(sheet) => form.set({ sheet })}
          />
          <LayoutFields kind={kind} form={form} />
          {kind === 'petition' && <PetitionFields form={form} variables={variables} />}
          <div className="flex flex-wrap justify-end gap-3 pt-1">
            {row && (
              <>
                <a className={buttonClass()} href={`/api/admin/layout/${row.key}/grid.pdf`} target="_blank">
                  {t('print.grid')}
                </a>
                <a
                  className={buttonClass()}
                  href={`/api/admin/layout/${row.key}/sample.pdf?script=${script}`}
                  target="_blank"
                >
                  {t('print.sample')}
                </a>
              </>
            )}
            <Button type="submit" kind="primary" pending={form.pending}>
              {t('common.save')}
            </Button>
          </div>
        </Panel>
        <div className="space-y-3 lg:sticky lg:top-4">
          <SelectField
            id="script"
            label={t('print.script')}
            hint={t('print.script-hint')}
            value={script}
            options={[
              ['hant', t('print.script-hant')],
              ['hans', t('print.script-hans')],
            ]}
            onChange={(next) => setScript(next === 'hans' ? 'hans' : 'hant')}
          />
          <LayoutLook
            draft={draftOf(kind, { ...values, name: values.name.trim() || '-' })}
            script={script}
            refused={form.errors.size > 0}
          />
        </div>
      </div>
    </form>
  )
}
