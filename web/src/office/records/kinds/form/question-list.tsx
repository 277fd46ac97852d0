import { useId, useState } from 'react'
import { useTold } from '../../../../forms/use-told.ts'
import { useT } from '../../../../i18n/context.tsx'
import type { RecordWork } from '../../frame/use-record-work.ts'
import { useHolder } from '../../field/go-to-field.ts'
import { AddQuestion } from './add-question.tsx'
import { moved, nextPlace, removed, type AskFields, type Question } from './questions.ts'
import { QuestionRow } from './question-row.tsx'

type Props = {
  /** The prefix of these questions' field names. */
  prefix: string
  questions: readonly Question[]
  work: RecordWork
  live: AskFields
  onField: (name: string) => void
}

/** Questions in order: of the form, or of each person. One is expanded at a time. */
export function QuestionList({ prefix, questions, work, live, onField }: Props) {
  const t = useT()
  const list = useId()
  const [open, setOpen] = useState('')
  const [said, setSaid] = useTold()
  const { keeper, snapshot } = work
  useHolder((field) => {
    const holds = questions.find(({ at }) => field.startsWith(`${at}.`))
    if (holds) setOpen(holds.at)
  })
  const type = (changes: readonly (readonly [string, string])[]) => {
    for (const [name, value] of changes) keeper.type(name, value)
  }
  const move = (from: number, to: number) => {
    type(moved(snapshot.fields, questions, from, to))
    setSaid({ key: 'office.moved-to', vars: { place: to + 1 } })
  }
  return (
    <>
      <ol className="divide-y divide-line border-t border-line">
        {questions.map((one, i) => (
          <QuestionRow
            key={one.at}
            question={one}
            open={open === one.at}
            work={work}
            live={live}
            onOpen={() => setOpen(open === one.at ? '' : one.at)}
            list={list}
            at={i}
            count={questions.length}
            onMove={move}
            onRemove={() => {
              type(removed(snapshot.fields, one.at))
              setSaid({ key: 'records-form.removed' })
            }}
            onField={onField}
          >
            {one.field.type === 'people' && (
              <section className="rounded-2xl bg-paper-2/60 py-3" aria-label={t('records-form.each')}>
                <h4 className="px-4 pb-2 font-bold">{t('records-form.each')}</h4>
                <QuestionList
                  prefix={`${one.at}.each.`}
                  questions={one.each}
                  work={work}
                  live={live}
                  onField={onField}
                />
              </section>
            )}
          </QuestionRow>
        ))}
      </ol>
      <p role="status" className="sr-only">
        {said}
      </p>
      <AddQuestion
        prefix={prefix}
        asked={questions.map(({ field }) => field.key)}
        place={nextPlace(snapshot.fields, questions)}
        onAdd={(at, fields) => {
          type(fields)
          setOpen(at)
        }}
      />
    </>
  )
}
