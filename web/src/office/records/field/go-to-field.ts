import { useLayoutEffect } from 'react'
import { flushSync } from 'react-dom'
import { useLatest } from '../../../lib/use-latest.ts'

const holders = new Set<(field: string) => void>()

/** For components that hide fields, such as a tab, column or row: `open` shows a field if the component contains it. */
export function useHolder(open: (field: string) => void) {
  const latest = useLatest(open)
  useLayoutEffect(() => {
    const holder = (field: string) => latest.current(field)
    holders.add(holder)
    return () => void holders.delete(holder)
  }, [latest])
}

/** Shows the place of a field, and focuses the field once it is rendered. */
export function goToField(field: string) {
  // A component rendered by an opened tab registers during the loop, at the end of the set, so it is called too.
  for (const open of holders) flushSync(() => open(field))
  setTimeout(() => focusField(field, 40))
}

/** A tab's content may have to load first: try again, `more` times. */
function focusField(field: string, more: number) {
  const [name = '', language = ''] = field.split('.')
  const ids = [`field-${field.replaceAll('.', '-')}`, `text-${name}-${language}`, field, `field-${name}`]
  const found = ids.map((id) => document.getElementById(id)).find((one) => one !== null)
  if (!found) {
    if (more > 0) setTimeout(() => focusField(field, more - 1), 50)
    return
  }
  found.scrollIntoView({ block: 'center' })
  const input = found.matches(controls) ? found : found.querySelector<HTMLElement>(controls)
  input?.focus({ preventScroll: true })
}

const controls = 'input, select, textarea, button, [contenteditable]'
