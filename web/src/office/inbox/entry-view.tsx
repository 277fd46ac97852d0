import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { useLocale, useT } from '../../i18n/context.tsx'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { toast } from '../../ui/toast-store.ts'
import { Loaded } from '../kit/query/loaded.tsx'
import { ActState } from '../kit/act/act-state.tsx'
import { useActOnce } from '../kit/act/use-act-once.ts'
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
  const claim = useClaim('form-entry', entry.id, entry.state === 'open', entry.claimed ?? '')
  // A new key puts the text of an undone answer into the field.
  const [round, setRound] = useState(0)
  const back = useActOnce(
    (message: EntryMessage, idempotencyKey) =>
      api.post('/api/admin/form-entry/{id}/answer/{message}/take-back', {
        params: { id: entry.id, message: message.id },
        idempotencyKey,
      }),
    async (_, message, refreshed) => {
      await refreshed // otherwise the next answer would be refused, as one to an older conversation
      const { text } = writtenBefore(entry.id)
      keepWritten(entry.id, { ...writtenBefore(entry.id), kind: 'answer', text: text || message.body })
      setRound((before) => before + 1)
      toast({ text: 'inbox.back-done' })
    },
    'inbox',
  )
  return (
    <article className="card" aria-labelledby="entry-heading">
      <EntryHead entry={entry} />
      <div className="space-y-3 border-t border-line p-4 sm:p-5">
        {entry.suspect && entry.state === 'spam' && <Notice>{t(`inbox.suspect-${entry.suspect}`)}</Notice>}
        <Thread entry={entry} pending={back.pending} onTakeBack={(message) => void back.send(message)} />
        <ActState act={back} />
        {claim.by && (
          <Notice kind="warning" role="status" title={t('inbox.claimed', { name: claim.by })}>
            <Button onClick={() => void claim.takeOver()}>{t('inbox.claimed-take')}</Button>
          </Notice>
        )}
        <Composer key={round} entry={entry} />
      </div>
    </article>
  )
}
