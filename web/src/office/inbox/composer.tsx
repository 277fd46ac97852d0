import { useState } from 'react'
import { api } from '../../api/client.ts'
import { useT } from '../../i18n/context.tsx'
import { languageTag, type Locale } from '../../i18n/messages.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Notice } from '../../ui/notice.tsx'
import { useActOnce } from '../kit/act/use-act-once.ts'
import { UnsentNotice } from '../kit/act/unsent-notice.tsx'
import { keepWritten, nothing, writtenBefore, type Written } from './answer-memory.ts'
import { AnswerBox } from './answer-box.tsx'
import type { Entry } from './inbox-queries.ts'

type Sent = Pick<Written, 'kind' | 'done'> & { body: string; seen: number }

/** Writes an answer in the writer's language, or an internal note. */
export function Composer({ entry }: { entry: Entry }) {
  const t = useT()
  const [written, setWritten] = useState(() => writtenBefore(entry.id))
  const [looking, setLooking] = useState(false)
  const { kind, text, done } = written
  const set = (part: Partial<Written>) => {
    const next = { ...written, ...part }
    setWritten(next)
    keepWritten(entry.id, next)
  }
  const send = useActOnce<Sent>(
    ({ kind: of, ...answer }, idempotencyKey) => {
      const call = { params: { id: entry.id }, idempotencyKey }
      return of === 'note'
        ? api.post('/api/admin/form-entry/{id}/note', { ...call, body: { body: answer.body } })
        : api.post('/api/admin/form-entry/{id}/answer', { ...call, body: answer })
    },
    {
      done: (_, sent, refreshed) => {
        setWritten({ ...nothing, kind: sent.kind })
        keepWritten(entry.id, nothing)
        return refreshed
      },
      refused: () => {
        document.getElementById('answer')?.focus()
        return false
      },
    },
    'inbox',
  )
  const press = () => {
    if (send.unsent) return send.again()
    if (text.trim()) return void send.send({ kind, body: text, done, seen: entry.rev })
    send.tell({ key: 'fault.required' })
    document.getElementById('answer')?.focus()
  }
  const mute = kind === 'answer' && entry.reach === 'none'
  return (
    <section aria-label={t(kind === 'note' ? 'inbox.note' : 'inbox.answer')}>
      <div className="overflow-hidden rounded-2xl border-2 border-cinnabar">
        <fieldset disabled={send.unsent}>
          <AnswerBox entry={entry} written={written} problem={send.problem} mute={mute} onChange={set} />
        </fieldset>
        <div className="flex flex-wrap items-center justify-between gap-3 border-t border-line p-3">
          {kind === 'answer' && !mute ? (
            <Checkbox
              label={t('inbox.answer-done')}
              checked={done}
              disabled={send.unsent}
              onChange={(event) => set({ done: event.target.checked })}
            />
          ) : (
            <span />
          )}
          <div className="flex flex-wrap gap-3">
            {kind === 'answer' && entry.reach === 'mail' && (
              <Button onClick={() => setLooking(true)}>{t('inbox.look')}</Button>
            )}
            {!mute && (
              <Button kind="primary" icon={kind === 'note' ? 'check' : 'mail'} pending={send.pending} onClick={press}>
                {t(
                  send.unsent ? 'common.try-again' : kind === 'note' ? 'inbox.note-add' : `inbox.send-${entry.locale}`,
                )}
              </Button>
            )}
          </div>
        </div>
      </div>
      {mute ? (
        <Notice>{t('inbox.answer-none')}</Notice>
      ) : (
        kind === 'answer' && <p className="mt-2 text-sm text-ink-2">{t('inbox.answer-wait')}</p>
      )}
      {send.unsent && <UnsentNotice onStop={send.stop} />}
      <Dialog open={looking} onClose={() => setLooking(false)} title={t('inbox.look-title')}>
        <Letter frame={entry.frame} locale={entry.locale} text={text} />
      </Dialog>
    </section>
  )
}

function Letter({ frame, locale, text }: { frame: Entry['frame']; locale: Locale; text: string }) {
  return (
    <div lang={languageTag[locale]} className="wrap-anywhere whitespace-pre-line">
      <p className="mb-3 font-bold">{frame.subject}</p>
      <p>{frame.before + text.trim() + frame.after}</p>
    </div>
  )
}
