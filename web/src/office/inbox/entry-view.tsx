import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { useAct, type Answers } from '../../forms/use-act.ts'
import { whyRefused } from '../../forms/refusal.ts'
import { useLocale, useT } from '../../i18n/context.tsx'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { toast } from '../../ui/toast-store.ts'
import { Loaded } from '../kit/query/loaded.tsx'
import { refresh } from '../kit/query/refresh.ts'
import { guarded } from '../kit/session/session-gate.ts'
import { useClaim } from '../kit/act/use-claim.ts'
import { keepWritten, writtenBefore } from './answer-memory.ts'
import { Composer } from './composer.tsx'
import { EntryHead } from './entry-head.tsx'
import { entryQuery, type Entry, type EntryMessage } from './inbox-queries.ts'
import { Thread } from './thread.tsx'

/** A message with its answers and notes, and the answer form. */
export function EntryView({ id }: { id: string }) {
  const query = useQuery(entryQuery(id, useLocale()))
  return <Loaded query={query}>{(entry) => <Open entry={entry} />}</Loaded>
}

function Open({ entry }: { entry: Entry }) {
  const t = useT()
  const client = useQueryClient()
  const claim = useClaim('form-entry', entry.id, entry.state === 'open', entry.claimed ?? '')
  // A new key puts the text of an undone answer into the field.
  const [round, setRound] = useState(0)
  const show = () => refresh(client, 'inbox')
  const answers: Answers<unknown, unknown> = {
    done: show,
    refused: (result) => {
      if (result?.status === 400) toast({ words: whyRefused(result.body).title, type: 'error' })
      void show()
      return result?.status === 400
    },
  }
  const back = useAct(
    (message: EntryMessage) =>
      guarded(() =>
        api.post('/api/admin/form-entry/{id}/answer/{message}/take-back', {
          params: { id: entry.id, message: message.id },
        }),
      ),
    {
      ...answers,
      done: (_, message) => {
        const { text } = writtenBefore(entry.id)
        keepWritten(entry.id, { ...writtenBefore(entry.id), kind: 'answer', text: text || message.body })
        setRound((before) => before + 1)
        toast({ text: 'inbox.back-done' })
        return show()
      },
    },
  )
  return (
    <article className="card" aria-labelledby="entry-heading">
      <EntryHead entry={entry} answers={answers} />
      <div className="space-y-3 border-t border-line p-4 sm:p-5">
        {entry.suspect && entry.state === 'spam' && <Notice>{t(`inbox.suspect-${entry.suspect}`)}</Notice>}
        <Thread entry={entry} pending={back.pending} onTakeBack={(message) => void back.send(message)} />
        {claim.by && (
          <Notice kind="warning" role="status" title={t('inbox.claimed', { name: claim.by })}>
            <Button onClick={() => void claim.takeOver()}>{t('inbox.claimed-take')}</Button>
          </Notice>
        )}
        <Composer key={round} entry={entry} onActed={show} />
      </div>
    </article>
  )
}
