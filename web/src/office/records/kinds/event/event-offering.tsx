import { useQuery } from '@tanstack/react-query'
import { useT } from '../../../../i18n/context.tsx'
import { Panel } from '../../../../ui/panel.tsx'
import { Loaded } from '../../../kit/query/loaded.tsx'
import { SelectField } from '../../../kit/field/select-field.tsx'
import type { RecordWork } from '../../frame/use-record-work.ts'
import { offeringsQuery } from './event-queries.ts'

/** The offering of an event's day: the event's page links to it, and payments are sorted by the event's date. */
export function EventOffering({ work, onField }: { work: RecordWork; onField: (field: string) => void }) {
  const t = useT()
  const { keeper, snapshot } = work
  const chosen = snapshot.fields.offering ?? ''
  return (
    <Panel className="max-w-2xl" onFocus={() => onField('offering')}>
      <h2 className="mb-2 text-2xl">{t('records-event.view-offering')}</h2>
      <p className="mb-4 text-ink-2">{t('records-event.offering-text')}</p>
      <Loaded query={useQuery(offeringsQuery)} lines={2}>
        {({ items }) => {
          const known = items.some(({ key }) => key === chosen)
          return (
            <SelectField
              id="field-offering"
              label={t('records.offering')}
              value={chosen}
              error={snapshot.errors.offering}
              options={[
                ['', t('records-event.offering-none')],
                ...items.map(({ key, title }) => [key, title] as const),
                ...(chosen && !known ? [[chosen, chosen] as const] : []),
              ]}
              onChange={(value) => keeper.type('offering', value)}
            />
          )
        }}
      </Loaded>
    </Panel>
  )
}
