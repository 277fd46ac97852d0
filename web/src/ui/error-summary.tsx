import { useEffect, useRef, type MouseEvent } from 'react'
import { useT } from '../i18n/context.tsx'

/** `id` is that of the control; without one the line is no link. */
export type SummaryError = { id?: string; text: string }

/**
 * What is wrong with a form, on top of it. It takes the focus each time focusKey changes (give it the count of
 * submits), and the page's title begins with "Error:" as long as it stands. Nothing is shown without errors.
 */
export function ErrorSummary(props: { errors: readonly SummaryError[]; focusKey?: number; title?: string }) {
  const t = useT()
  const box = useRef<HTMLDivElement>(null)
  const shown = props.errors.length > 0
  useEffect(() => {
    if (shown) box.current?.focus()
  }, [shown, props.focusKey])
  useEffect(() => {
    if (!shown) return
    const title = document.title
    document.title = `${t('common.error-prefix')} ${title}`
    return () => {
      if (document.title.endsWith(title)) document.title = title
    }
  }, [shown, t])
  if (!shown) return null
  return (
    <div ref={box} tabIndex={-1} className="card mb-6 border-l-8 border-cinnabar p-5">
      <div role="alert">
        <h2 className="text-xl">{props.title ?? t('common.error-summary-title')}</h2>
        <ul className="mt-2 space-y-1">
          {props.errors.map((error, i) => (
            <li key={error.id ?? i}>
              {error.id ? (
                <a
                  className="link inline-block py-1"
                  href={`#${error.id}`}
                  onClick={(event) => focusField(event, error.id)}
                >
                  {error.text}
                </a>
              ) : (
                <span className="font-semibold text-cinnabar">{error.text}</span>
              )}
            </li>
          ))}
        </ul>
      </div>
    </div>
  )
}

function focusField(event: MouseEvent, id: string | undefined) {
  const field = id && document.getElementById(id)
  if (!field) return
  event.preventDefault()
  const control = field.matches('input,select,textarea,button')
    ? field
    : (field.querySelector<HTMLElement>('input,select,textarea,button') ?? field)
  control.scrollIntoView({ block: 'center' })
  control.focus({ preventScroll: true })
}
