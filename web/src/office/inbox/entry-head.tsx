import { api } from '../../api/client.ts'
import { useLocale, useT } from '../../i18n/context.tsx'
import { dateTime } from '../../i18n/format.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { PhoneLinks } from '../kit/person/phone-links.tsx'
import { ActState } from '../kit/act/act-state.tsx'
import { useActOnce } from '../kit/act/use-act-once.ts'
import type { Entry } from './inbox-queries.ts'
import { LanguageMark } from './language-mark.tsx'

/** The writer, contact details, assigned colleague and state. */
export function EntryHead({ entry }: { entry: Entry }) {
  const t = useT()
  const locale = useLocale()
  const params = { id: entry.id }
  const state = useActOnce(
    (next: Entry['state'], idempotencyKey) =>
      api.put('/api/admin/form-entry/{id}/state', { params, body: { state: next }, idempotencyKey }),
    {},
    'inbox',
  )
  const assign = useActOnce(
    (userId: string, idempotencyKey) =>
      api.put('/api/admin/form-entry/{id}/assignee', { params, body: { userId }, idempotencyKey }),
    {},
    'inbox',
  )
  return (
    <header className="p-4 sm:p-5">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0">
          <h2 id="entry-heading" tabIndex={-1} className="text-2xl wrap-anywhere">
            {entry.name || entry.reference}
          </h2>
          <p className="mt-1 text-ink-2">
            <span className="font-mono tracking-wide">{entry.reference}</span> · {entry.subject || t('inbox.contact')} ·{' '}
            {dateTime(locale, entry.createdAt)}
            {entry.member && <> · {t('office.has-account')}</>}
          </p>
        </div>
        <div className="flex flex-wrap items-center gap-2">
          <select
            aria-label={t('inbox.assignee')}
            className="field !w-auto max-w-56"
            value={entry.assignee?.id ?? ''}
            onChange={({ target }) => void assign.send(target.value)}
          >
            <option value="">{t('inbox.assignee-none')}</option>
            {entry.colleagues.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
          <select
            aria-label={t('common.field.status')}
            className="field !w-auto"
            value={entry.state}
            onChange={({ target }) => {
              const next = states.find((one) => one === target.value)
              if (next) void state.send(next)
            }}
          >
            {states.map((one) => (
              <option key={one} value={one}>
                {t(`inbox.state-${one}`)}
              </option>
            ))}
          </select>
          {entry.state === 'spam' && entry.rev === 0 && (
            <Button icon="check" pending={state.pending} onClick={() => void state.send('spam')}>
              {t('inbox.spam')}
            </Button>
          )}
          <Button
            icon={entry.state === 'spam' ? 'undo' : 'warning'}
            pending={state.pending}
            onClick={() => void state.send(entry.state === 'spam' ? 'open' : 'spam')}
          >
            {t(entry.state === 'spam' ? 'inbox.not-spam' : 'inbox.spam')}
          </Button>
        </div>
      </div>
      <p className="mt-3 flex flex-wrap items-center gap-x-5 gap-y-1">
        <span className="inline-flex items-center gap-2 font-bold">
          <LanguageMark locale={entry.locale} dark />
          {t(`inbox.reads-${entry.locale}`)}
        </span>
        {entry.email && (
          <span className="inline-flex min-w-0 items-center gap-2">
            <Icon name="mail" size={20} className="shrink-0" />
            <span className="break-all">{entry.email}</span>
          </span>
        )}
        <PhoneLinks links={entry.links} />
      </p>
      <ActState act={state} />
      <ActState act={assign} />
    </header>
  )
}

const states = ['open', 'waiting', 'done', 'spam'] as const
