import { useQuery } from '@tanstack/react-query'
import { useSearch } from 'wouter'
import { callUrl } from '../../api/client.ts'
import { ActState } from '../kit/act/act-state.tsx'
import { useOfficeForm } from '../kit/act/use-office-form.ts'
import { useLocale, useT } from '../../i18n/context.tsx'
import { date } from '../../i18n/format.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Panel } from '../../ui/panel.tsx'
import { RadioCards } from '../../ui/radio-cards.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { toast } from '../../ui/toast-store.ts'
import { BackLink } from '../kit/layout/back-link.tsx'
import { fetchFile } from '../kit/print/fetch-file.ts'
import { Loaded } from '../kit/query/loaded.tsx'
import { PageTop } from '../kit/layout/page-top.tsx'
import { SelectField } from '../kit/field/select-field.tsx'
import { listQuery, listsQuery, type Ceremony } from './run-queries.ts'

const states = ['collected', 'checked', 'printed', 'done', 'withdrawn'] as const

/** Exports a ceremony's list as a table, after the password. `?list=<ceremony>` selects it. */
export function ExportPage() {
  const t = useT()
  const asked = new URLSearchParams(useSearch()).get('list') ?? ''
  const one = useQuery(listQuery(asked))
  return (
    <>
      <PageTop title={t('office.print-export')} before={<BackLink to="/print">{t('office.area-print')}</BackLink>} />
      <Loaded query={useQuery(listsQuery)} lines={6}>
        {(known) => {
          const lists = one.data && !known.some(({ id }) => id === asked) ? [one.data, ...known] : known
          if (lists.length === 0)
            return <EmptyState art="sutra" title={t('print.what-none')} text={t('print.what-none-text')} />
          return <ExportForm key={lists.length} lists={lists} asked={asked} />
        }}
      </Loaded>
    </>
  )
}

function ExportForm({ lists, asked }: { lists: readonly Ceremony[]; asked: string }) {
  const t = useT()
  const locale = useLocale()
  const begun = lists.find(({ id }) => id === asked) ?? lists[0]
  const form = useOfficeForm({
    initial: { list: begun?.id ?? '', state: 'all', by: 'number', format: 'xlsx', password: '' },
    check: ({ password }) => (password ? [] : [{ id: 'password', key: 'fault.required' }]),
    send: ({ list, ...body }) => {
      const url = callUrl('/api/admin/ceremony/{id}/export', { params: { id: list } })
      return fetchFile(url, body, `list.${body.format}`)
    },
    done: () => {
      toast({ text: 'print.export-done', type: 'success' })
      form.set({ password: '' })
    },
  })
  const { values } = form
  return (
    <form noValidate onSubmit={form.onSubmit}>
      <Panel as="div" className="max-w-2xl space-y-5">
        <p>{t('print.export-text')}</p>
        <SelectField
          id="list"
          label={t('office.field.list')}
          value={values.list}
          options={lists.map(
            ({ id, title, startsAt }) =>
              [
                id,
                t('print.source-ceremony', { title: title[locale], date: date(locale, startsAt, 'short') }),
              ] as const,
          )}
          onChange={(list) => form.set({ list })}
        />
        <SelectField
          id="state"
          label={t('print.export-state')}
          value={values.state}
          options={[
            ['all', t('print.export-all')],
            ...states.map((state) => [state, t(`print.entry-${state}`)] as const),
          ]}
          onChange={(state) => form.set({ state })}
        />
        <RadioCards
          legend={t('print.export-by')}
          name="by"
          columns={2}
          value={values.by}
          onChange={(by) => form.set({ by })}
          options={[
            { value: 'number', title: t('print.export-by-number') },
            { value: 'sign', title: t('print.export-by-sign'), text: t('print.export-by-sign-text') },
          ]}
        />
        <RadioCards
          legend={t('office.field.format')}
          name="format"
          columns={2}
          value={values.format}
          onChange={(format) => form.set({ format })}
          options={[
            { value: 'xlsx', title: 'Excel' },
            { value: 'csv', title: 'CSV' },
          ]}
        />
        <TextField
          label={t('common.field.your-password')}
          type="password"
          autoComplete="current-password"
          {...form.text('password')}
        />
        <ActState act={form} />
        <div className="flex justify-end">
          <Button type="submit" kind="primary" icon="download" pending={form.pending}>
            {t('print.export-send')}
          </Button>
        </div>
      </Panel>
    </form>
  )
}
