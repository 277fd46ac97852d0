import { useMemo, useState } from 'react'
import { useT } from '../../i18n/context.tsx'
import { Panel } from '../../ui/panel.tsx'
import { FieldLine } from './field-line.tsx'
import { RecordFrame, useRecordWork } from './record-frame.tsx'
import { languages, type Detail } from './record-queries.ts'
import { FormPhone } from './form-phone.tsx'
import { QuestionList } from './question-list.tsx'
import { TakeQuestions } from './take-questions.tsx'
import { definitionOf, questionsOf } from './questions.ts'

/** What an offering asks: its questions in both languages, and the phone that shows them as visitors will see them. */
export function FormEditor({ detail, userId }: { detail: Detail; userId: string }) {
  const t = useT()
  const [field, setField] = useState('')
  const work = useRecordWork(detail, userId, field)
  const { fields } = work.snapshot
  const { key } = detail.record
  const questions = useMemo(() => questionsOf(fields), [fields])
  const definition = useMemo(() => definitionOf(key, fields), [key, fields])
  return (
    <RecordFrame work={work}>
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 xl:grid-cols-[minmax(0,1fr)_23rem]">
        <div className="space-y-5">
          <Panel className="grid gap-4 sm:grid-cols-2">
            {languages.map((one) => (
              <FieldLine
                key={one}
                name={`title.${one}`}
                hint={t('forms.title-hint')}
                limits={detail.limits}
                work={work}
                onField={setField}
              />
            ))}
          </Panel>
          <section className="card overflow-hidden">
            <div className="flex flex-wrap items-center justify-between gap-x-3 p-5 sm:px-6">
              <h2 className="text-xl">{t('forms.asks')}</h2>
              <TakeQuestions work={work} asked={questions} />
            </div>
            <QuestionList prefix="ask." questions={questions} work={work} live={detail.live} onField={setField} />
          </section>
        </div>
        <FormPhone definition={definition} />
      </div>
    </RecordFrame>
  )
}
