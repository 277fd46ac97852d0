import { useEffect, useId, useRef, type Ref } from 'react'
import { useLocale, useT } from '../../i18n/context.tsx'
import { money } from '../../i18n/format.ts'
import { SheetView } from '../../ui/sheet-view.tsx'
import { say } from '../../forms/refusal.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Notice } from '../../ui/notice.tsx'
import type { Removed } from './removed.ts'

type Props = {
  removed: Removed
  pending: boolean
  onUndo: (removed: Removed) => void
  onPutAway: (removed: Removed) => void
}

/** Replaces an item that was removed, with an undo button; if the undo was refused, also with its names. */
export function RemovedRow(props: Props) {
  const { removed } = props
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (removed.focus) button.current?.focus()
  }, [removed])
  return (
    <li className="no-print">
      {removed.refused ? <Refused {...props} ref={button} /> : <Bar {...props} ref={button} />}
    </li>
  )
}

type Inner = Props & { ref: Ref<HTMLButtonElement> }

function Bar({ removed, pending, onUndo, ref }: Inner) {
  const t = useT()
  const { title } = removed.item
  const [before = '', after = ''] = t('cart.removed', { title: '\n' }).split('\n')
  return (
    <div className="flex min-h-14 items-center gap-3 rounded-2xl bg-lacquer py-1 pl-4 pr-1.5 text-paper">
      <Icon name="trash" size={20} className="shrink-0" />
      <p className="flex min-w-0 grow flex-wrap items-baseline gap-x-1.5 leading-snug wrap-anywhere">
        {before}
        <b>{title}</b>
        {after}
      </p>
      <button
        type="button"
        ref={ref}
        aria-label={t('cart.undo-item', { title })}
        aria-disabled={pending || undefined}
        aria-busy={pending || undefined}
        className="inline-flex min-h-12 shrink-0 items-center gap-1.5 rounded-full px-3.5 font-bold text-gold-3 hover:bg-white/15"
        onClick={() => pending || onUndo(removed)}
      >
        <Icon name="undo" size={20} />
        {t('common.undo')}
      </button>
    </div>
  )
}

function Refused({ removed, pending, onUndo, onPutAway, ref }: Inner) {
  const t = useT()
  const locale = useLocale()
  const why = useId()
  const { refused } = removed
  const { title, optionTitle, amount, sheet } = removed.item
  return (
    <Notice kind="error" title={t('cart.not-restored', { title })}>
      <p id={why} role="alert">
        {refused && say(refused, t, locale)}
      </p>
      <p className="mt-1 text-ink-2">{t('cart.not-restored-text')}</p>
      <p className="mt-3 font-semibold">
        {optionTitle} · {money(amount, true)}
      </p>
      <SheetView sheet={sheet} />
      <div className="mt-4 flex flex-wrap gap-3">
        <Button ref={ref} icon="undo" pending={pending} aria-describedby={why} onClick={() => onUndo(removed)}>
          {t('common.try-again')}
        </Button>
        <Button kind="quiet" aria-label={t('cart.put-away-item', { title })} onClick={() => onPutAway(removed)}>
          {t('cart.put-away')}
        </Button>
      </div>
    </Notice>
  )
}
