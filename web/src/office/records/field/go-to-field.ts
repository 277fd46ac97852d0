import { useLayoutEffect } from 'react'
import { flushSync } from 'react-dom'
import { useLatest } from '../../../lib/use-latest.ts'

const holders = new Set<(field: string) => void>()

/** For what hides fields, as a tab, a column or a row: `open` brings a field that it holds into sight, and leaves others. */
export function useHolder(open: (field: string) => void) {
  const latest = useLatest(open)
  useLayoutEffect(() => {
    const holder = (field: string) => latest.current(field)
    holders.add(holder)
    return () => void holders.delete(holder)
  }, [latest])
}

/** Opens what a field stands in, and puts the cursor there once it is drawn. */
export function goToField(field: string) {
  // What is in a tab comes with it, and is then asked too: it is last in the set.
  for (const open of holders) flushSync(() => open(field))
  setTimeout(() => focusField(field, 40))
}

/** What a tab shows may have to be loaded first: it is looked for again, `more` times. */
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
