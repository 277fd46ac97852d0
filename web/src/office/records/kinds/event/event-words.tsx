import { useT } from '../../../../i18n/context.tsx'
import { Panel } from '../../../../ui/panel.tsx'
import { RadioCards } from '../../../../ui/radio-cards.tsx'
import { FieldLine } from '../../field/field-line.tsx'
import type { RecordWork } from '../../frame/use-record-work.ts'
import { languages } from '../../record-queries.ts'

/** The same as `event.Kinds` (internal/offer/event/event.go), which decides. */
const kinds = ['chanting', 'festival', 'memorial', 'talk'] as const

/** What lists show of an event besides its title: its kind and a sentence. */
export function EventWords(props: {
  work: RecordWork
  limits: Record<string, number>
  onField: (field: string) => void
}) {
  const t = useT()
  const { work, limits, onField } = props
  const { keeper, snapshot } = work
  return (
    <Panel className="space-y-5">
      <RadioCards
        id="field-kind"
        legend={t('records.kind')}
        name="event-kind"
        columns={3}
        value={snapshot.fields.kind}
        error={snapshot.errors.kind}
        options={kinds.map((kind) => ({ value: kind, title: t(`event.kind-${kind}`) }))}
        onChange={(value) => keeper.type('kind', value)}
      />
      <div className="grid gap-4 lg:grid-cols-2">
        {languages.map((language) => (
          <FieldLine
            key={language}
            name={`summary.${language}`}
            work={work}
            limits={limits}
            onField={onField}
            optional
          />
        ))}
      </div>
    </Panel>
  )
}
