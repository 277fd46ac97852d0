import { Fragment, useState } from 'react'
import { api } from '../../api/client.ts'
import { ActState } from '../kit/act/act-state.tsx'
import { useOfficeForm } from '../kit/act/use-office-form.ts'
import { useT } from '../../i18n/context.tsx'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Panel } from '../../ui/panel.tsx'
import { TextField } from '../../ui/text-field.tsx'
import type { Tried } from './address-queries.ts'

/** Follows an address as a visitor would, and shows every redirect. */
export function TryAddress() {
  const t = useT()
  const [path, setPath] = useState('')
  const [tried, setTried] = useState<Tried>()
  const form = useOfficeForm({
    read: () => path.trim(),
    check: (typed) => (typed ? [] : [{ id: 'path', key: 'fault.required' }]),
    send: (typed) => {
      setTried(undefined)
      return api.get('/api/admin/old-address/try', { query: { path: typed } })
    },
    done: setTried,
  })
  return (
    <Panel size="s" aria-label={t('addresses.try')}>
      <form noValidate onSubmit={form.onSubmit} className="flex flex-wrap items-end gap-3">
        <div className="min-w-0 grow basis-64">
          <TextField
            id="try-address"
            label={t('addresses.try')}
            error={form.errorOf('path')}
            value={path}
            onChange={(event) => setPath(event.target.value)}
            maxLength={2000}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            enterKeyHint="go"
          />
        </div>
        <Button type="submit" pending={form.pending}>
          {t('addresses.try-do')}
        </Button>
      </form>
      <ActState act={form} />
      <div role="status">{tried && <Way tried={tried} />}</div>
    </Panel>
  )
}

function Way({ tried }: { tried: Tried }) {
  const t = useT()
  const { steps, outcome, lost, title, status } = tried
  const good = outcome !== 'nothing' && !lost
  return (
    <p className="mt-3 flex flex-wrap items-center gap-2">
      {steps.map((step, at) => (
        <Fragment key={step}>
          {at > 0 && <Icon name="arrow" size={18} className="shrink-0" />}
          <span
            className={`rounded-full px-3 py-0.5 text-sm font-bold wrap-anywhere ${at === steps.length - 1 ? (good ? 'bg-jade-1 text-jade' : 'bg-cinnabar-1 text-cinnabar') : 'bg-paper-2'}`}
          >
            {step}
          </span>
        </Fragment>
      ))}
      {title && <b>{title}</b>}
      <span className="text-ink-2">
        {outcome === 'moved'
          ? t(lost ? 'addresses.try-lost' : status === 301 ? 'addresses.try-moved-301' : 'addresses.try-moved-302')
          : t(outcome === 'page' ? 'addresses.try-page' : 'addresses.try-nothing')}
      </span>
    </p>
  )
}
