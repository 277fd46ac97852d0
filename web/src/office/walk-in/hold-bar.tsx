import { useState, useSyncExternalStore } from 'react'
import { newIdempotencyKey } from '../../api/client.ts'
import { useLocale, useT } from '../../i18n/context.tsx'
import { time } from '../../i18n/format.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { toast } from '../../ui/toast-store.ts'
import { PayerNames } from '../kit/person/payer-names.tsx'
import { isBlank, newDraft, type Draft } from './draft.ts'
import { draftMemory, heldMemory, type Held } from './draft-memory.ts'
import { namesFor } from './express.ts'

type Props = {
  draft: Draft
  /** A request is pending, so nothing may change. */
  locked?: boolean
  /** Called when a parked sale was resumed, or the current one parked. */
  onChanged: (draft: Draft) => void
}

/** Parks the current sale to serve the next visitor, and resumes parked ones; resuming parks the current one. */
export function HoldBar({ draft, locked = false, onChanged }: Props) {
  const t = useT()
  const all = useSyncExternalStore(heldMemory.subscribe, heldMemory.all)
  const [open, setOpen] = useState(false)
  const mine = all.filter((one) => one.draft.by === draft.by)
  const blank = isBlank(draft)
  const swap = (next: Draft, others: readonly Held[]) => {
    heldMemory.put(blank ? others : [...others, { id: newIdempotencyKey(), at: Date.now(), draft }])
    draftMemory.put({ draft: next, problems: [] })
    setOpen(false)
    onChanged(next)
  }
  return (
    <div className="flex flex-wrap gap-2">
      {!blank && (
        <Button
          icon="pause"
          disabled={locked}
          onClick={() => {
            swap(newDraft(draft.by, draft.locale), all)
            toast({ text: 'walk-in.held' })
          }}
        >
          {t('walk-in.hold')}
        </Button>
      )}
      {mine.length > 0 && (
        <Button disabled={locked} onClick={() => setOpen(true)}>
          {t('walk-in.on-hold')}
          <span className="rounded-full bg-cinnabar px-2 text-sm text-[#fff8ea]">{mine.length}</span>
        </Button>
      )}
      <Dialog open={open} onClose={() => setOpen(false)} title={t('walk-in.on-hold')}>
        <p className="mb-3 text-ink-2">{t('walk-in.on-hold-text')}</p>
        <ul className="space-y-2">
          {mine.map((one) => (
            <HeldRow
              key={one.id}
              held={one}
              onTake={() =>
                swap(
                  { ...one.draft, sent: null },
                  all.filter(({ id }) => id !== one.id),
                )
              }
              onDrop={() => {
                const rest = all.filter(({ id }) => id !== one.id)
                heldMemory.put(rest)
                if (!rest.some(({ draft: other }) => other.by === draft.by)) setOpen(false)
              }}
            />
          ))}
        </ul>
      </Dialog>
    </div>
  )
}

function HeldRow({ held, onTake, onDrop }: { held: Held; onTake: () => void; onDrop: () => void }) {
  const t = useT()
  const locale = useLocale()
  const { draft, at } = held
  const [asking, setAsking] = useState(false)
  const typed = namesFor(draft)
  const names = typed.name || typed.chineseName ? typed : draft.payer
  return (
    <li className="flex items-center gap-2">
      <button
        type="button"
        onClick={onTake}
        className="card min-h-14 min-w-0 grow px-4 py-2 text-left leading-snug hover:bg-gold-1"
      >
        <span className="block font-bold">
          {names.name || names.chineseName ? (
            <PayerNames name={names.name} chinese={names.chineseName} />
          ) : (
            t('walk-in.nameless')
          )}
        </span>
        <span className="block text-sm text-ink-2">
          {t('walk-in.count', { count: draft.items.length })} · {time(locale, new Date(at).toISOString())}
        </span>
      </button>
      {asking ? (
        <Button kind="danger" onClick={onDrop}>
          {t('walk-in.hold-drop')}
        </Button>
      ) : (
        <IconButton icon="trash" label={t('walk-in.hold-drop')} onClick={() => setAsking(true)} />
      )}
    </li>
  )
}
