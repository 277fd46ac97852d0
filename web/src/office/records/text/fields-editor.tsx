import { useState, type ReactNode } from 'react'
import { Panel } from '../../../ui/panel.tsx'
import { FieldLine } from '../field/field-line.tsx'
import { RecordFrame } from '../frame/record-frame.tsx'
import { useRecordWork, type RecordWork } from '../frame/use-record-work.ts'
import { languages, type Detail } from '../record-queries.ts'

type Props = {
  detail: Detail
  userId: string
  /** Fields of both languages, side by side; else the title alone. */
  each?: readonly string[]
  /** What stands below them. */
  renderRest?: (work: RecordWork, onField: (field: string) => void) => ReactNode
}

const titles = ['title']

/** A record of short fields: both languages of each side by side. */
export function FieldsEditor({ detail, userId, each = titles, renderRest }: Props) {
  const [field, setField] = useState('')
  const work = useRecordWork(detail, userId, field)
  return (
    <RecordFrame work={work}>
      <Panel className="space-y-6">
        {each.map((name) => (
          <div key={name} className="grid gap-4 lg:grid-cols-2">
            {languages.map((language) => (
              <FieldLine
                key={language}
                name={`${name}.${language}`}
                limits={detail.limits}
                work={work}
                onField={setField}
              />
            ))}
          </div>
        ))}
        {renderRest?.(work, setField)}
      </Panel>
    </RecordFrame>
  )
}
