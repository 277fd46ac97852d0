import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useT } from '../../../../i18n/context.tsx'
import type { MessageKey } from '../../../../i18n/messages.ts'
import { Panel } from '../../../../ui/panel.tsx'
import { FieldLine } from '../../field/field-line.tsx'
import { RecordFrame } from '../../frame/record-frame.tsx'
import { useRecordWork } from '../../frame/use-record-work.ts'
import { checkOf, languages, type Detail } from '../../record-queries.ts'
import { FormEffect, type Effect } from '../../publish/form-effect.tsx'
import { QuestionList } from './question-list.tsx'
import { TakeQuestions } from './take-questions.tsx'
import { definitionOf, questionsOf } from './questions.ts'
import { onDemand } from '../../../kit/layout/on-demand.tsx'

// It renders the site's own form, and loads on demand beside the questions.
const FormPhone = onDemand(async () => (await import('./form-phone.tsx')).FormPhone, { lines: 8, card: true })

/** The editor of a form: its questions in both languages, and a phone-sized preview. */
export function FormEditor({ detail, userId }: { detail: Detail; userId: string }) {
  const t = useT()
  const [field, setField] = useState('')
  const work = useRecordWork(detail, userId, field)
  const { fields } = work.snapshot
  const { key } = detail.record
  const questions = useMemo(() => questionsOf(fields), [fields])
  const definition = useMemo(() => definitionOf(key, fields), [key, fields])
  const effect = useQuery(checkOf(work.record.id, work.rev, languages)).data?.form
  return (
    <RecordFrame work={work}>
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 xl:grid-cols-[minmax(0,1fr)_23rem]">
        <div className="space-y-5">
          <Panel className="grid gap-4 sm:grid-cols-2">
            {languages.map((one) => (
              <FieldLine
                key={one}
                name={`title.${one}`}
                hint={t('records-form.title-hint')}
                limits={detail.limits}
                work={work}
                onField={setField}
              />
            ))}
          </Panel>
          <section className="card overflow-hidden">
            <div className="flex items-center justify-between gap-x-3 p-5 max-sm:flex-wrap sm:px-6">
              <div className="min-w-0">
                <h2 className="text-xl">{t('records-form.asks')}</h2>
                {effect && <p className="text-sm text-ink-2">{t(...versionWords(effect))}</p>}
              </div>
              <TakeQuestions work={work} asked={questions} />
            </div>
            <QuestionList prefix="ask." questions={questions} work={work} live={detail.live} onField={setField} />
          </section>
          {effect && effect.version > 0 && effect.changes.length > 0 && <FormEffect effect={effect} as="h2" />}
        </div>
        <FormPhone definition={definition} options={effect?.options ?? []} />
      </div>
    </RecordFrame>
  )
}

/** Which version of the questions is published, and which number the draft will get. */
function versionWords({ version, changes }: Effect): [MessageKey, Record<string, number>] {
  if (version === 0) return ['records-form.version-first', {}]
  return changes.length > 0
    ? ['records-form.version-draft', { draft: version + 1, live: version }]
    : ['records-form.version-live', { live: version }]
}
