import { useState } from 'react'
import { api } from '../../api/client.ts'
import { useLocale, useT } from '../../i18n/context.tsx'
import { dateTime } from '../../i18n/format.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Panel } from '../../ui/panel.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { toast } from '../../ui/toast-store.ts'
import { useOfficeSession } from '../kit/session/session.tsx'
import { UnsentNotice } from '../kit/act/unsent-notice.tsx'
import { useActOnce } from '../kit/act/use-act-once.ts'
import type { Member, MemberNote } from './member-queries.ts'

const longest = 1000

/** The office's notes about a member, with author and time, and a field for a new one. */
export function MemberNotes({ member }: { member: Member }) {
  const t = useT()
  const [text, setText] = useState('')
  const [removing, setRemoving] = useState<MemberNote>()
  const write = useActOnce(
    (body: { text: string }, idempotencyKey) =>
      api.post('/api/admin/member/{id}/note', { params: { id: member.id }, body, idempotencyKey }),
    () => {
      setText('')
      toast({ text: 'members.note-saved' })
    },
    'members',
  )
  const notes = member.notes ?? []
  return (
    <Panel size="xs" aria-labelledby="member-notes">
      <h2 id="member-notes" className="text-lg">
        {t('members.notes')}
      </h2>
      {notes.length === 0 && <p className="text-ink-2">{t('members.notes-none')}</p>}
      <ul>
        {notes.map((note) => (
          <Note key={note.id} note={note} onRemove={() => setRemoving(note)} />
        ))}
      </ul>
      <form
        noValidate
        className="mt-3 space-y-3"
        onSubmit={write.submit(() => (text.trim() ? { text: text.trim() } : null))}
      >
        <TextArea
          id="note"
          label={t('members.note-new')}
          hint={t('members.note-hint')}
          rows={2}
          maxLength={longest}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        {write.problem && <Notice kind="error">{write.problem}</Notice>}
        {write.unsent && <UnsentNotice onStop={write.stop} />}
        <Button type="submit" pending={write.pending} disabled={!text.trim()}>
          {t('members.note-save')}
        </Button>
      </form>
      <RemoveNote member={member.id} note={removing} onClose={() => setRemoving(undefined)} />
    </Panel>
  )
}

function Note({ note, onRemove }: { note: MemberNote; onRemove: () => void }) {
  const t = useT()
  const locale = useLocale()
  const { user } = useOfficeSession()
  return (
    <li className="border-t border-line py-2.5 first:border-0">
      <p className="whitespace-pre-wrap wrap-anywhere">{note.text}</p>
      <p className="flex flex-wrap items-center justify-between gap-x-4 text-sm text-ink-2">
        {t('members.note-by', { name: note.by || t('members.note-gone'), time: dateTime(locale, note.at) })}
        {(note.mine || user?.roles.includes('admin')) && (
          <button type="button" className="link min-h-11" onClick={onRemove}>
            {t('office.delete')}
            <span className="sr-only"> {note.text.slice(0, 40)}</span>
          </button>
        )}
      </p>
    </li>
  )
}

function RemoveNote(props: { member: string; note: MemberNote | undefined; onClose: () => void }) {
  const t = useT()
  const { member, note, onClose } = props
  const remove = useActOnce(
    (id: string) => api.post('/api/admin/member/{id}/note/{note}/remove', { params: { id: member, note: id } }),
    () => {
      onClose()
      toast({ text: 'members.note-removed' })
    },
    'members',
  )
  return (
    <Dialog open={Boolean(note)} onClose={onClose} title={t('members.note-remove-ask')}>
      <p className="whitespace-pre-wrap wrap-anywhere">{note?.text}</p>
      {remove.problem && <Notice kind="error">{remove.problem}</Notice>}
      <div className="mt-5 flex flex-wrap gap-3">
        <Button kind="danger" pending={remove.pending} onClick={() => note && void remove.send(note.id)}>
          {t('office.delete')}
        </Button>
        <Button onClick={onClose}>{t('office.keep')}</Button>
      </div>
    </Dialog>
  )
}
