import { useQuery } from '@tanstack/react-query'
import { useLocale, useT } from '../../i18n/context.tsx'
import { Button } from '../../ui/button.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Loaded } from '../kit/query/loaded.tsx'
import { missingQuery, type Missing } from './address-queries.ts'

const few = 5

/** Requested addresses that do not exist, each with a button to create a redirect. */
export function MissingList({
  all,
  onAll,
  onSend,
}: {
  all: boolean
  onAll: () => void
  onSend: (row: Missing) => void
}) {
  const t = useT()
  const query = useQuery(missingQuery(useLocale()))
  return (
    <Panel className="overflow-hidden !p-0" aria-labelledby="missing-heading">
      <div className="px-5 py-4">
        <h2 id="missing-heading" className="text-xl">
          {t('addresses.missing')}
        </h2>
        <p className="text-ink-2">{t('addresses.missing-text')}</p>
      </div>
      <Loaded query={query} lines={2}>
        {({ items }) => (
          <>
            {items.length === 0 && <p className="border-t border-line px-5 py-4">{t('addresses.missing-none')}</p>}
            <ul>
              {(all ? items : items.slice(0, few)).map((row) => (
                <Row key={row.path} row={row} onSend={() => onSend(row)} />
              ))}
            </ul>
            {!all && items.length > few && (
              <p className="border-t border-line px-5 py-3">
                <Button onClick={onAll}>{t('office.show-more')}</Button>
              </p>
            )}
          </>
        )}
      </Loaded>
    </Panel>
  )
}

function Row({ row, onSend }: { row: Missing; onSend: () => void }) {
  const t = useT()
  const id = `missing-${row.path}`
  return (
    <li className="flex min-h-14 flex-wrap items-center gap-x-4 gap-y-1 border-t border-line px-5 py-2.5">
      <span id={id} className="min-w-0 grow basis-48 font-bold wrap-anywhere">
        {row.path}
      </span>
      <span className="whitespace-nowrap text-ink-2">{t('addresses.times', { count: row.times })}</span>
      {row.perhaps && (
        <span>
          {t('addresses.perhaps')} <b>{row.perhaps.title}</b>
        </span>
      )}
      {row.robot ? (
        <span className="text-ink-2">{t('addresses.missing-robot')}</span>
      ) : (
        <Button icon="signpost" onClick={onSend} aria-describedby={id}>
          {t(row.perhaps ? 'addresses.missing-send-there' : 'addresses.missing-send')}
        </Button>
      )}
    </li>
  )
}
