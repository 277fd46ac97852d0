import type { ReactNode } from 'react'
import { useOfficeForm } from '../act/use-office-form.ts'
import { useT } from '../../../i18n/context.tsx'
import { RadioCards } from '../../../ui/radio-cards.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { toast } from '../../../ui/toast-store.ts'
import { fetchFile } from '../print/fetch-file.ts'
import { DialogButtons } from '../act/dialog-buttons.tsx'

type Props = {
  text: string
  url: string
  /** Of the file, without its extension. */
  name: string
  /** What is sent besides format and password. */
  about: object
  /** Fields shown above the choice of the file format. */
  children?: ReactNode
  onClose: () => void
}

/** Exports a list of people as a table, after the password. */
export function ExportForm({ text, url, name, about, children, onClose }: Props) {
  const t = useT()
  const form = useOfficeForm({
    initial: { format: 'xlsx', password: '' },
    check: ({ password }) => (password ? [] : [{ id: 'password', key: 'fault.required' }]),
    send: (body) => fetchFile(url, { ...about, ...body }, `${name}.${body.format}`),
    done: () => {
      toast({ text: 'office.export-done', type: 'success' })
      onClose()
    },
  })
  return (
    <form noValidate onSubmit={form.onSubmit} className="space-y-4">
      <p>{text}</p>
      {children}
      <RadioCards
        legend={t('office.field.format')}
        name="format"
        columns={2}
        value={form.values.format}
        onChange={(format) => form.set({ format })}
        options={[
          { value: 'xlsx', title: 'Excel' },
          { value: 'csv', title: 'CSV' },
        ]}
      />
      <TextField
        label={t('office.export-password')}
        type="password"
        autoComplete="current-password"
        {...form.text('password')}
      />
      <DialogButtons label={t('office.export')} icon="download" act={form} onClose={onClose} className="pt-1" />
    </form>
  )
}
