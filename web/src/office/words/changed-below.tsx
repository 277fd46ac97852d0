import { useRef } from 'react'
import { api } from '../../api/client.ts'
import { useT } from '../../i18n/context.tsx'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/toast-store.ts'
import { ActState } from '../kit/act/act-state.tsx'
import { Chips } from '../kit/editor/chips.tsx'
import { useActOnce } from '../kit/act/use-act-once.ts'
import type { Language, WordSide } from './word-queries.ts'

type Props = {
  sentence: string
  language: Language
  side: WordSide
  /** The text in the field. */
  written: string
  onTake: () => void
}

/**
 * Shown when an update changed the built-in text or its placeholders while the temple has its own wording: both are
 * shown, and the user takes the built-in text, keeps the wording, or writes a new one.
 */
export function ChangedBelow({ sentence, language, side, written, onTake }: Props) {
  const t = useT()
  const box = useRef<HTMLDivElement>(null)
  const keep = useActOnce(
    (body: { key: string; locale: Language; live: string; over: string }, idempotencyKey) =>
      api.post('/api/admin/word/keep', { body, idempotencyKey }),
    () => {
      // The button disappears, so the focus moves to the field beside it.
      box.current?.parentElement?.querySelector<HTMLElement>('[role=textbox]')?.focus()
      toast({ text: 'words.kept' })
    },
    'words',
  )
  if (!side.over && !side.unfit) return null
  const taken = written === side.builtIn
  return (
    <div ref={box} className="mt-2 rounded-2xl border-l-4 border-gold-7 bg-gold-1 px-4 py-3">
      <p className="font-bold">{t(side.unfit ? 'words.unfit' : 'words.changed-below')}</p>
      {side.over && (
        <p>
          <span className="text-sm text-ink-2">{t('words.own-was')}</span> <Chips text={side.over} />
        </p>
      )}
      <p>
        <span className="text-sm text-ink-2">{t('words.own-is')}</span> <Chips text={side.builtIn} />
      </p>
      {taken ? (
        <p className="mt-2">{t('words.own-taken')}</p>
      ) : (
        <p className="mt-2 flex flex-wrap gap-3">
          <Button onClick={onTake}>{t('words.take-own')}</Button>
          {!side.unfit && (
            <Button
              pending={keep.pending}
              onClick={() => void keep.send({ key: sentence, locale: language, live: side.live, over: side.builtIn })}
            >
              {t('words.keep-ours')}
            </Button>
          )}
        </p>
      )}
      <ActState act={keep} />
    </div>
  )
}
