import { useEffect, useState } from 'react'
import { useT } from '../../i18n/context.tsx'
import { ActDialog } from '../kit/act/act-dialog.tsx'
import { Icon } from '../../ui/icon.tsx'
import { onDemand } from '../kit/layout/on-demand.tsx'
import type { OpenArea } from './find-queries.ts'

const FindList = onDemand(async () => (await import('./find-list.tsx')).FindList, { lines: 3 })

/** The header's button that opens the search over the whole office. Ctrl+K and ⌘K open it too, on every page. */
export function FindAnything({ areas }: { areas: readonly OpenArea[] }) {
  const t = useT()
  const [open, setOpen] = useState(false)
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      // In the text editor these keys insert a link; it handles the event first.
      if (event.defaultPrevented || event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return
      if (event.shiftKey || event.altKey || document.querySelector('dialog[open]')) return
      event.preventDefault()
      setOpen(true)
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [])
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
        onClick={() => setOpen(true)}
        className="flex min-h-11 items-center gap-3 rounded-full px-3 text-left text-gold-1 hover:bg-white/10 lg:w-80 lg:bg-white/10 lg:px-4 lg:hover:bg-white/20"
      >
        <Icon name="search" size={20} className="shrink-0" />
        <span className="truncate max-lg:sr-only">{t('office.find')}</span>
      </button>
      <ActDialog open={open} onClose={() => setOpen(false)} title={t('find.title')}>
        <FindList areas={areas} onGone={() => setOpen(false)} />
      </ActDialog>
    </>
  )
}
