import { useT } from '../../../../i18n/context.tsx'
import { Panel } from '../../../../ui/panel.tsx'
import { DayField } from '../../field/day-field.tsx'
import type { RecordWork } from '../../frame/use-record-work.ts'

/** When an offering can be ordered. */
export function OfferingDates({ work }: { work: RecordWork }) {
  const t = useT()
  return (
    <Panel className="space-y-8">
      {(['opens', 'closes'] as const).map((name) => (
        <DayField
          key={name}
          name={name}
          label={t(`records.${name}`)}
          none={t(`records-offering.day-none-${name}`)}
          work={work}
        />
      ))}
      <p className="text-sm text-ink-2">{t('records-offering.day-text')}</p>
    </Panel>
  )
}
