import { useEffect, useState } from 'react'
import { useT } from '../i18n/context.tsx'
import { copyText } from '../lib/copy-text.ts'
import { Icon } from './icon.tsx'

type Props = {
  text: string | (() => string)
  /** What the text is, for screen readers. */
  of: string
  label?: string
  /** Without a border, for a list of facts. */
  plain?: boolean
}

/**
 * Copies a text, computed on demand if only the browser can, and confirms it for four seconds, also to screen readers.
 */
export function CopyButton(props: Props) {
  const t = useT()
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), 4000)
    return () => clearTimeout(timer)
  }, [copied])
  const look = props.plain
    ? 'inline-flex items-center gap-1.5 rounded-full px-2.5 font-semibold text-cinnabar hover:bg-cinnabar-1'
    : 'btn btn-2 px-4 py-1.5 text-sm'
  return (
    <span className="no-print inline-flex shrink-0">
      <button
        type="button"
        className={`${look} min-h-11 ${copied && props.plain ? '!text-jade' : ''}`}
        onClick={() => void copyText(typeof props.text === 'string' ? props.text : props.text()).then(setCopied)}
      >
        <Icon name={copied ? 'check' : 'copy'} size={20} className={copied ? 'text-jade' : undefined} />
        {copied ? t('common.copied') : (props.label ?? t('common.copy'))} <span className="sr-only">{props.of}</span>
      </button>
      {/* Beside the button: some screen readers do not announce changes inside a button. */}
      <span role="status" className="sr-only">
        {copied && `${t('common.copied')}: ${props.of}`}
      </span>
    </span>
  )
}
