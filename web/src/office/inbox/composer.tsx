import { useState } from 'react'
import { newAttempt } from '../../api/attempt.ts'
import { api } from '../../api/client.ts'
import { useAct } from '../../forms/use-act.ts'
import { whyRefused } from '../../forms/refusal.ts'
import { useTold } from '../../forms/use-told.ts'
import { useT } from '../../i18n/context.tsx'
import { languageTag, type Locale } from '../../i18n/messages.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Notice } from '../../ui/notice.tsx'
import { guarded } from '../kit/session/session-gate.ts'
import { keepWritten, nothing, writtenBefore, type Written } from './answer-memory.ts'
import { AnswerBox } from './answer-box.tsx'
import type { Entry } from './inbox-queries.ts'

type Props = { entry: Entry; onActed: () => unknown }

/** Writes an answer in the writer's language, or an internal note. */
export function Composer({ entry, onActed }: Props) {
  const t = useT()
  const [written, setWritten] = useState(() => writtenBefore(entry.id))
  const [problem, setProblem] = useTold()
  const [looking, setLooking] = useState(false)
  const [attempt] = useState(newAttempt)
  const { kind, text, done } = written
  const set = (part: Partial<Written>) => {
    const next = { ...written, ...part }
    setWritten(next)
    keepWritten(entry.id, next)
  }
  const send = useAct(
    () => {
      const params = { id: entry.id }
      if (kind === 'note') {
        const body = { body: text }
        const idempotencyKey = attempt.keyFor(body)
        return guarded(() => api.post('/api/admin/form-entry/{id}/note', { params, body, idempotencyKey }))
      }
      const body = { body: text, done, seen: entry.rev }
      const idempotencyKey = attempt.keyFor(body)
      return guarded(() => api.post('/api/admin/form-entry/{id}/answer', { params, body, idempotencyKey }))
    },
    {
      done: () => {
        attempt.done()
        setWritten({ ...nothing, kind })
        keepWritten(entry.id, nothing)
        return onActed()
      },
      refused: (result) => {
        if (result?.status === 400) {
          setProblem(whyRefused(result.body))
          document.getElementById('answer')?.focus()
        }
        if (result?.status !== 400 || !result.body.errors) void onActed() // shows what a colleague did
        return result?.status === 400
      },
    },
  )
  const press = () => {
    setProblem(text.trim() ? undefined : { key: 'fault.required' })
    if (text.trim()) void send.send()
    else document.getElementById('answer')?.focus()
  }
  const mute = kind === 'answer' && entry.reach === 'none'
  return (
    <section aria-label={t(kind === 'note' ? 'inbox.note' : 'inbox.answer')}>
      <div className="overflow-hidden rounded-2xl border-2 border-cinnabar">
        <AnswerBox entry={entry} written={written} problem={problem} mute={mute} onChange={set} />
        <div className="flex flex-wrap items-center justify-between gap-3 border-t border-line p-3">
          {kind === 'answer' && !mute ? (
            <Checkbox
              label={t('inbox.answer-done')}
              checked={done}
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
                {t(kind === 'note' ? 'inbox.note-add' : `inbox.send-${entry.locale}`)}
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
