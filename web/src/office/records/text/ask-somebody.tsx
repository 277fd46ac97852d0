import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../../api/client.ts'
import { useT } from '../../../i18n/context.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { toast } from '../../../ui/toast-store.ts'
import { Loaded } from '../../kit/query/loaded.tsx'
import { SelectField } from '../../kit/field/select-field.tsx'
import { valueOf } from '../../kit/session/session-gate.ts'
import { useActOnce } from '../../kit/act/use-act-once.ts'
import type { Language, Summary } from '../record-queries.ts'
import { DialogButtons } from '../../kit/act/dialog-buttons.tsx'

type Props = { record: Summary; language: Language; userId: string; onAsked: () => void }

/** Asks a colleague to write a language: a button, and a dialog. */
export function AskSomebody(props: Props) {
  const t = useT()
  const [asking, setAsking] = useState(false)
  const { record, language } = props
  return (
    <>
      <Button icon="user" onClick={() => setAsking(true)}>
        {t('records.ask')}
      </Button>
      <Dialog open={asking} onClose={() => setAsking(false)} title={t(`records.ask-title-${language}`)}>
        {asking && <Whom key={record.id} {...props} onClose={() => setAsking(false)} />}
      </Dialog>
    </>
  )
}

function Whom({ record, language, userId, onAsked, onClose }: Props & { onClose: () => void }) {
  const t = useT()
  const [who, setWho] = useState('')
  const query = useQuery({
    queryKey: ['record-writers', record.id],
    queryFn: () => valueOf(() => api.get('/api/admin/record/{id}/ask', { params: { id: record.id } })),
    gcTime: 0,
  })
  const others = query.data?.items.filter((one) => one.id !== userId) ?? []
  const act = useActOnce(
    (body: { who: string; language: Language }, idempotencyKey) =>
      api.post('/api/admin/record/{id}/ask', { params: { id: record.id }, body, idempotencyKey }),
    (_, body) => {
      const name = others.find((one) => one.id === body.who)?.name ?? ''
      toast({ text: 'records.asked-done', params: { who: name }, type: 'success' })
      onClose()
      onAsked()
    },
  )
  return (
    <form onSubmit={act.submit(() => (who ? { who, language } : null))} noValidate>
      <p className="mb-4 text-ink-2">{t('records.ask-text')}</p>
      <Loaded query={query}>
        {() =>
          others.length === 0 ? (
            <p>{t('records.ask-nobody')}</p>
          ) : (
            <SelectField
              id="ask-who"
              label={t('records.ask-who')}
              value={who}
              error={act.tried && !who ? t('office.please-choose') : undefined}
              options={[['', t('office.please-choose')], ...others.map(({ id, name }) => [id, name] as const)]}
              onChange={setWho}
            />
          )
        }
      </Loaded>
      <DialogButtons
        label={t('records.ask-do')}
        icon="mail"
        disabled={others.length === 0}
        act={act}
        onClose={onClose}
        className="mt-5"
      />
    </form>
  )
}
