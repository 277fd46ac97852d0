import { useEffect, useRef, useState } from 'react'
import { api } from '../../api/client.ts'
import { useT } from '../../i18n/context.tsx'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { toast } from '../../ui/toast-store.ts'
import { ActState } from '../kit/act/act-state.tsx'
import { readingKeys, useKeys } from '../kit/act/keyboard.ts'
import { useActOnce } from '../kit/act/use-act-once.ts'
import type { Ceremony, Entry, May } from './ceremony-queries.ts'
import { CorrectForm } from './correct-form.tsx'
import { EntryBadges } from './entry-badges.tsx'
import { EntryMore } from './entry-more.tsx'
import { EntryOrigin } from './entry-origin.tsx'
import { LookAt } from './look-at.tsx'
import { MarkCards } from './mark-cards.tsx'
import { cannotPrint, numbered, replaced } from './print-text.ts'

type Props = { entry: Entry; ceremony: Ceremony; may: May; first: boolean; onNext: () => void; onPrevious: () => void }
type Act = { act: 'check'; right: boolean } | { act: 'ask' }

/** A single name: as typed, its warnings, a preview in print, and the actions. */
export function EntryReading({ entry, ceremony, may, first, onNext, onPrevious }: Props) {
  const t = useT()
  const [correcting, setCorrecting] = useState<Entry>()
  const heading = useRef<HTMLHeadingElement>(null)
  const { id, revision, state } = entry
  // Focuses the heading of the next name, so that a screen reader announces it and Tab starts at the top.
  useEffect(() => heading.current?.focus({ preventScroll: true }), [id])
  const act = useActOnce(
    (body: Act, idempotencyKey) =>
      body.act === 'ask'
        ? api.post('/api/admin/entry/{id}/ask', { params: { id }, idempotencyKey })
        : api.post('/api/admin/entry/{id}/check', {
            params: { id },
            body: { revision, right: body.right },
            idempotencyKey,
          }),
    (_, body) => {
      if (body.act === 'ask') toast({ text: 'ceremonies.ask-noted', type: 'success' })
      else if (body.right) onNext()
    },
    'ceremonies',
  )
  const waits = state === 'collected' && entry.late !== 'waits'
  const mayChange =
    may.keep && entry.late !== 'waits' && (state === 'collected' || state === 'checked' || state === 'printed')
  // A name that cannot be printed must be corrected first; a missing character may also be written by hand.
  const unprintable = ceremony.paper && may.keep && waits && entry.marks.some(cannotPrint)
  const tooLong = entry.marks.some(({ code }) => code === 'does-not-fit')
  const check = () => void (!act.pending && act.send({ act: 'check', right: true }))
  const right = () => {
    if (act.pending || correcting) return
    if (unprintable) correct()
    else if (may.keep && waits) check()
    else onNext()
  }
  const correct = (text = entry.text) => mayChange && setCorrecting({ ...entry, text })
  const ask = () => mayChange && !act.pending && void act.send({ act: 'ask' })
  useKeys(
    correcting ? {} : { right, correct: () => correct(), ask, next: onNext, previous: onPrevious },
    'horizontal',
    readingKeys,
  )
  return (
    <>
      <h2 ref={heading} tabIndex={-1} className="mb-3 flex flex-wrap items-center gap-3 text-2xl">
        {t('ceremonies.entry-no', { no: numbered(entry.no) })}
        <EntryBadges entry={entry} />
      </h2>
      <div className="grid items-start gap-5 pb-6 md:grid-cols-2 xl:grid-cols-[minmax(0,1fr)_minmax(0,1.4fr)_16rem]">
        <EntryOrigin entry={entry} />
        <div className="min-w-0 space-y-5">
          {correcting ? (
            <CorrectForm
              // The text at the start of the correction; the entry may change meanwhile.
              begun={correcting}
              entry={entry}
              onClose={() => setCorrecting(undefined)}
              onDone={() => {
                setCorrecting(undefined)
                toast({ text: 'ceremonies.correction-saved', type: 'success' })
              }}
            />
          ) : (
            <MarkCards
              entry={entry}
              onChange={mayChange ? (from, to) => correct(replaced(entry.text, from, to)) : undefined}
            />
          )}
          {entry.printed > 0 && entry.printed < revision && (
            <Notice kind="warning">
              {t('ceremonies.destroy', { no: numbered(entry.no), revision: entry.printed })}
            </Notice>
          )}
          {!correcting && (
            <div className="flex flex-wrap items-center gap-2">
              <EntryMore
                entry={entry}
                ceremony={ceremony}
                may={may}
                onUncheck={() => void act.send({ act: 'check', right: false })}
              />
            </div>
          )}
        </div>
        <LookAt entry={entry} text={correcting?.text} />
      </div>
      <ActState act={act} />
      <div className="sticky bottom-0 z-10 -mx-4 sm:-mx-6 flex flex-wrap items-center gap-3 border-t border-line bg-card px-4 py-3 sm:px-6">
        <Button kind="quiet" icon="back" disabled={first} onClick={onPrevious}>
          {t('office.key-back')}
        </Button>
        <div className="flex grow flex-wrap justify-end gap-3">
          {mayChange && !correcting && (
            <>
              <Button icon="mail" pending={act.pending} onClick={ask}>
                {t('office.key-ask')} <Key name="A" />
              </Button>
              {unprintable && !tooLong && (
                <Button pending={act.pending} onClick={check}>
                  {t('ceremonies.right-by-hand')}
                </Button>
              )}
              <Button icon="edit" kind={unprintable ? 'primary' : 'plain'} onClick={() => correct()}>
                {t('office.key-correct')} <Key name={unprintable ? 'Enter' : 'E'} />
              </Button>
            </>
          )}
          {!correcting && !unprintable && (
            <Button kind="primary" icon={may.keep && waits ? 'check' : 'arrow'} pending={act.pending} onClick={right}>
              {t(
                may.keep && waits
                  ? 'office.key-right-next'
                  : state === 'collected'
                    ? 'office.key-skip'
                    : 'ceremonies.next',
              )}{' '}
              <Key name="Enter" />
            </Button>
          )}
        </div>
      </div>
      <p className="mt-2 text-sm text-ink-2">{t(unprintable ? 'ceremonies.keys-correct' : 'ceremonies.keys')}</p>
    </>
  )
}

function Key({ name }: { name: string }) {
  return (
    <kbd
      aria-hidden="true"
      className="rounded-md border border-current px-1.5 font-sans text-xs font-bold max-md:hidden"
    >
      {name}
    </kbd>
  )
}
