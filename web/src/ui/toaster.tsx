import type { MessageKey } from '../i18n/messages.ts'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { useT } from '../i18n/context.tsx'
import { Icon, type IconName } from './icon.tsx'
import { IconButton } from './icon-button.tsx'
import { topDialog } from './dialog-stack.ts'
import { dismissToast, toastStore, type Toast, type ToastType } from './toast-store.ts'

const none: readonly Toast[] = []
const looks = {
  default: ['bg-lacquer text-gold-1', 'info'],
  success: ['bg-jade text-white', 'check'],
  error: ['bg-cinnabar-7 text-[#fff8ea]', 'warning'],
} as const satisfies Record<ToastType, readonly [string, IconName]>

/**
 * Shows toasts over the header, where they cover nothing of the page. A toast raised while a dialog is open
 * appears in the dialog, because everything else is inert and below it. Live regions exist from the start, so that screen
 * readers announce what is added. `keepErrors`: an error stays until closed.
 */
export function Toaster({ keepErrors = false }: { keepErrors?: boolean }) {
  const toasts = useSyncExternalStore(toastStore.subscribe, toastStore.current, () => none)
  const dialog = useSyncExternalStore(topDialog.subscribe, topDialog.current, () => undefined)
  const regions = (where?: HTMLDialogElement) => (
    <Regions
      toasts={toasts.filter((one) => (one.dialog === dialog ? dialog : undefined) === where)}
      keepErrors={keepErrors}
    />
  )
  return (
    <>
      {regions()}
      {dialog && createPortal(regions(dialog), dialog)}
    </>
  )
}

function Regions({ toasts, keepErrors }: { toasts: readonly Toast[]; keepErrors: boolean }) {
  return (
    <div className="no-print pointer-events-none fixed inset-x-0 top-2 z-50 flex flex-col items-center gap-2 px-4">
      {(['status', 'alert'] as const).map((role) => (
        <div key={role} role={role} className="flex w-full flex-col items-center gap-2">
          {toasts
            .filter(({ type }) => (type === 'error') === (role === 'alert'))
            .map((toast) => (
              <Line key={toast.id} toast={toast} stays={keepErrors && role === 'alert'} />
            ))}
        </div>
      ))}
    </div>
  )
}

function Line({ toast, stays }: { toast: Toast; stays: boolean }) {
  const t = useT()
  // The pointer leaving a toast must not restart its timer while the keyboard focus is inside.
  const [hovered, setHovered] = useState(false)
  const [focused, setFocused] = useState(false)
  useEffect(() => {
    if (hovered || focused || stays || toast.duration === 0) return
    const timer = setTimeout(() => dismissToast(toast.id), toast.duration)
    return () => clearTimeout(timer)
  }, [hovered, focused, stays, toast])
  const [colours, icon] = looks[toast.type]
  return (
    <div
      className={`pointer-events-auto flex w-full max-w-md animate-rise items-center gap-3 rounded-2xl py-2 pl-4 pr-2 shadow-lift ${colours}`}
      onPointerEnter={() => setHovered(true)}
      onPointerLeave={() => setHovered(false)}
      onFocus={() => setFocused(true)}
      onBlur={() => setFocused(false)}
    >
      <Icon name={icon} className="shrink-0" />
      <p className="grow font-semibold leading-snug">
        {toast.plain ? toast.text : t(toast.text as MessageKey, toast.params)}
      </p>
      <IconButton
        icon={<Icon name="close" size={20} />}
        dark
        label={t('common.close')}
        onClick={() => dismissToast(toast.id)}
      />
    </div>
  )
}
