import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../../../api/client.ts'
import { useLocale, useT } from '../../../../i18n/context.tsx'
import { Button } from '../../../../ui/button.tsx'
import { Dialog } from '../../../../ui/dialog.tsx'
import { toast } from '../../../../ui/toast-store.ts'
import { Loaded } from '../../../kit/query/loaded.tsx'
import { SelectField } from '../../../kit/field/select-field.tsx'
import { useActOnce } from '../../../kit/act/use-act-once.ts'
import { questionsOf, type Question } from './questions.ts'
import type { RecordWork } from '../../frame/use-record-work.ts'
import { recordList, recordOf, titleOf } from '../../record-queries.ts'
import { DialogButtons } from '../../../kit/act/dialog-buttons.tsx'

/** Copies the questions of another form, after everything typed is saved. */
export function TakeQuestions({ work, asked }: { work: RecordWork; asked: readonly Question[] }) {
  const t = useT()
  const [asking, setAsking] = useState(false)
  const ask = async () => {
    if (await work.keeper.save()) setAsking(true) // otherwise the save bar shows why it cannot be saved
  }
  return (
    <>
      <Button kind="quiet" icon="copy" onClick={() => void ask()}>
        {t('records-form.take')}
      </Button>
      {asking && (
        <Dialog open onClose={() => setAsking(false)} title={t('records-form.take')}>
          <Choice work={work} asked={asked} onClose={() => setAsking(false)} />
        </Dialog>
      )}
    </>
  )
}

type Props = { work: RecordWork; asked: readonly Question[]; onClose: () => void }

function Choice({ work, asked, onClose }: Props) {
  const t = useT()
  const locale = useLocale()
  const { record, rev, renew } = work
  const [from, setFrom] = useState('')
  const list = useQuery(recordList('form'))
  const source = useQuery({ ...recordOf(from), enabled: from !== '' })
  const comes = source.data ? questionsOf(source.data.fields) : []
  const act = useActOnce(
    (body: { from: string; rev: number }, idempotencyKey) =>
      api.post('/api/admin/record/{id}/questions', { params: { id: record.id }, body, idempotencyKey }),
    () => {
      onClose()
      toast({
        text: asked.length > 0 ? 'records-form.taken-over' : 'records-form.taken',
        type: 'success',
        duration: 8_000,
      })
      void renew()
    },
    'records',
  )
  return (
    <div className="space-y-4">
      <Loaded query={list}>
        {({ items }) => (
          <SelectField
            id="take-from"
            label={t('records-form.take-from')}
            value={from}
            options={[
              ['', t('office.please-choose')],
              ...items.filter(({ id }) => id !== record.id).map((one) => [one.id, titleOf(one, locale)] as const),
            ]}
            onChange={(id) => {
              act.forget()
              setFrom(id)
            }}
          />
        )}
      </Loaded>
      {from !== '' && (
        <Loaded query={source} lines={4}>
          {() =>
            comes.length === 0 ? (
              <p role="status">{t('records-form.asks-nothing')}</p>
            ) : (
              <Words what="in" questions={comes} />
            )
          }
        </Loaded>
      )}
      {asked.length > 0 && (
        <>
          <Words what="out" questions={asked} />
          <p className="text-ink-2">{t('records-form.take-text')}</p>
        </>
      )}
      <DialogButtons
        label={t(asked.length > 0 ? 'records-form.take-replace' : 'records-form.take-do')}
        icon="copy"
        disabled={comes.length === 0}
        act={act}
        onPress={() => void act.send({ from, rev })}
        onClose={onClose}
      />
    </div>
  )
}

function Words({ what, questions }: { what: 'in' | 'out'; questions: readonly Question[] }) {
  const t = useT()
  const locale = useLocale()
  return (
    <section className={`rounded-2xl p-4 ${what === 'in' ? 'bg-jade-1' : 'bg-gold-1'}`}>
      <h3 className="font-bold">{t(`records-form.take-${what}`, { count: questions.length })}</h3>
      <ul className="list-disc pl-5">
        {questions.map(({ at, field: { label } }) => (
          <li key={at}>{label[locale] || label.en || label.zh || t('records-form.no-words')}</li>
        ))}
      </ul>
    </section>
  )
}
