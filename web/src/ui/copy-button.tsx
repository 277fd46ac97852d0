import { useEffect, useState } from 'react'
import { useT } from '../i18n/context.tsx'
import { Icon } from './icon.tsx'

/** Copies a text, made when it is asked for if only the browser can; `of` says to screen readers what that text is. */
export function CopyButton(props: { text: string | (() => string); of: string; label?: string }) {
  const t = useT()
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), 3000)
    return () => clearTimeout(timer)
  }, [copied])
  return (
    <button
      type="button"
      className="btn btn-2 no-print min-h-11 shrink-0 px-4 py-1.5 text-sm"
      onClick={() => void copy(typeof props.text === 'string' ? props.text : props.text()).then(setCopied)}
    >
      <Icon name={copied ? 'check' : 'copy'} size={20} className={copied ? 'text-jade' : undefined} />
      <span role="status">{copied ? t('common.copied') : (props.label ?? t('common.copy'))}</span>{' '}
      <span className="sr-only">{props.of}</span>
    </button>
  )
}

async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copyOldWay(text)
  }
}

/** Pages without https have no clipboard, and old phones neither. */
function copyOldWay(text: string): boolean {
  const area = document.createElement('textarea')
  area.value = text
  area.className = 'sr-only'
  document.body.append(area)
  area.select()
  const done = document.execCommand('copy')
  area.remove()
  return done
}
