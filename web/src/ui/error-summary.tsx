import { useEffect, useLayoutEffect, useRef, useState, type MouseEvent } from 'react'
import { useT } from '../i18n/context.tsx'

/** `id` is that of the control; without it the line is not a link. */
export type SummaryError = { id?: string; text: string }

/**
 * The errors of a form, at its top. It takes the focus each time focusKey changes (pass the number of submits), and the
 * page's title begins with "Error:" while it is shown. Renders nothing without errors.
 */
export function ErrorSummary(props: { errors: readonly SummaryError[]; focusKey?: number; title?: string }) {
  const t = useT()
  const box = useRef<HTMLDivElement>(null)
  const shown = props.errors.length > 0
  const lines = useLines(props.errors)
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
          {lines.map(({ section, ...error }, i) => (
            <li key={error.id ?? i}>
              {error.id ? (
                <a
                  className="link inline-block py-1 wrap-anywhere"
                  href={`#${error.id}`}
                  onClick={(event) => focusField(event, error.id)}
                >
                  {section ? t('common.error-in', { section, text: error.text }) : error.text}
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

type Line = { at: number; place: number; section: string | undefined }

/**
 * The errors in page order of their controls; those without a control come first. Equal texts are distinguished by the
 * name of the section around each control. Both are read from the DOM after rendering.
 */
function useLines(errors: readonly SummaryError[]): readonly (SummaryError & Partial<Line>)[] {
  const [lines, setLines] = useState<readonly Line[]>([])
  useLayoutEffect(() => {
    if (errors.length === 0) return
    const ids = Array.from(document.querySelectorAll('[id]'), ({ id }) => id)
    const around = errors.map(({ id, text }) =>
      id && errors.filter((o) => o.text === text).length > 1 ? partsAround(id) : [],
    )
    const next = errors.map(({ id = '', text }, i) => ({
      at: i,
      place: ids.indexOf(id),
      // The innermost section that contains no other control with the same text.
      section: around[i]?.find((part) =>
        errors.every((other, j) => j === i || other.text !== text || !around[j]?.some(({ at }) => at === part.at)),
      )?.name,
    }))
    // oxlint-disable-next-line react/set-state-in-effect -- order and section names are only in the DOM
    setLines(next.sort((a, b) => a.place - b.place))
  }, [errors])
  return lines.flatMap((line) => errors.slice(line.at, line.at + 1).map((error) => ({ ...error, ...line })))
}

/** The named sections around a control, innermost first. */
function partsAround(id: string): { at: Element; name: string }[] {
  const found: { at: Element; name: string }[] = []
  for (let at = document.getElementById(id)?.parentElement?.closest(named); at; at = at.parentElement?.closest(named)) {
    const by = at.getAttribute('aria-labelledby')
    const label = by ? document.getElementById(by) : at.querySelector(':scope > legend')
    const name = (at.getAttribute('aria-label') ?? spoken(label)).trim()
    if (name) found.push({ at, name })
  }
  return found
}

/** The text of a label without its decorative parts, such as a section number. */
function spoken(label: Element | null): string {
  const words = label?.cloneNode(true)
  if (!(words instanceof Element)) return ''
  for (const drawn of words.querySelectorAll('[aria-hidden="true"]')) drawn.remove()
  return words.textContent
}

const named = 'fieldset,section,li[aria-label],[role="group"]'
