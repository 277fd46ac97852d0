import { Link, useLocation, useSearch } from 'wouter'
import { useT } from '../../../../i18n/context.tsx'
import { Panel } from '../../../../ui/panel.tsx'
import { FieldLine } from '../../field/field-line.tsx'
import { useHolder } from '../../field/go-to-field.ts'
import { OfferingDates } from './offering-dates.tsx'
import { OfferingOptions } from './offering-options.tsx'
import { OfferingPlace } from './offering-place.tsx'
import { OfferingWall } from './offering-wall.tsx'
import { listed } from '../../prices/price-changes.ts'
import { PriceTurns } from '../../prices/price-turns.tsx'
import { RecordFrame } from '../../frame/record-frame.tsx'
import { recordPath } from '../../../kit/site/record-kinds.ts'
import { languages, type Detail } from '../../record-queries.ts'
import { TextColumns, useTextWork } from '../../text/text-columns.tsx'

const tabs = ['words', 'options', 'dates', 'place', 'prices'] as const

/** The tab that contains a field, for fields outside the text tab. */
const holds: Partial<Record<string, (typeof tabs)[number]>> = {
  options: 'options',
  option: 'options',
  opens: 'dates',
  closes: 'dates',
  category: 'place',
  form: 'place',
  enquiry: 'place',
  featured: 'place',
  picture: 'place',
  art: 'place',
}

/** The editor of an offering: texts, options with prices, ordering period, and category. */
export function OfferingEditor({ detail, userId }: { detail: Detail; userId: string }) {
  const t = useT()
  const said = new URLSearchParams(useSearch()).get('tab')
  const tab = tabs.find((one) => one === said) ?? 'words'
  const { work, editors, setField } = useTextWork(detail, userId)
  const [, navigate] = useLocation()
  const pathOf = (one: string) => `${recordPath(detail.record)}?tab=${one}`
  useHolder((field) => navigate(pathOf(holds[field.split('.')[0] ?? ''] ?? 'words')))
  const count = listed(work.snapshot.fields).length
  const line = (name: string, hint?: string) => (
    <FieldLine key={name} name={name} hint={hint} limits={detail.limits} work={work} onField={setField} />
  )
  return (
    <RecordFrame work={work}>
      <nav aria-label={t('records-offering.tabs')} className="mb-4 flex flex-wrap gap-1 rounded-3xl bg-paper-2 p-1.5">
        {tabs.map((one) => (
          <Link
            key={one}
            href={pathOf(one)}
            aria-current={one === tab ? 'page' : undefined}
            className={`flex min-h-11 items-center rounded-full px-4 font-bold ${one === tab ? 'bg-card shadow-card' : 'hover:bg-gold-1'}`}
          >
            {t(`records-offering.tab-${one}`)}
            {one === 'options' && count > 0 && (
              <span className="ml-2 rounded-full bg-gold-1 px-2 text-sm text-gold-7">{count}</span>
            )}
          </Link>
        ))}
      </nav>
      {tab === 'words' && (
        <>
          <TextColumns work={work} editors={editors} limits={detail.limits} onField={setField} />
          <Panel className="mt-5 grid gap-5 lg:grid-cols-2">
            {languages.map((one) => line(`summary.${one}`))}
            {languages.map((one) => line(`keywords.${one}`, t('records-offering.keywords-hint')))}
          </Panel>
        </>
      )}
      {tab === 'options' && <OfferingOptions work={work} limits={detail.limits} onField={setField} />}
      {tab === 'dates' && <OfferingDates work={work} />}
      {tab === 'place' && (
        <>
          <OfferingPlace work={work} />
          {/* The merit wall setting exists only for published offerings. */}
          {Object.values(work.live).some(Boolean) && <OfferingWall offering={detail.record.key} />}
        </>
      )}
      {tab === 'prices' && <PriceTurns id={detail.record.id} />}
    </RecordFrame>
  )
}
