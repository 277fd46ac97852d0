import { useState } from 'react'
import { useLocation } from 'wouter'
import { useT } from '../i18n/context.tsx'
import { Checkbox } from '../ui/checkbox.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { keysOn, switchKeys } from './kit/act/keyboard.ts'

const rows = [
  { keys: ['J', '↓', '→'], words: 'office.key-next' },
  { keys: ['K', '↑', '←'], words: 'office.key-previous' },
  { keys: ['Enter'], words: 'office.key-open' },
  { keys: ['A'], words: 'office.approve-short' },
  { keys: ['R'], words: 'office.key-reject' },
  { keys: ['L'], words: 'office.key-later' },
  { keys: ['Z'], words: 'office.key-undo' },
  { keys: ['␣'], words: 'office.key-enlarge' },
  { keys: ['/'], words: 'office.search' },
  { keys: ['+'], words: 'office.key-larger' },
  { keys: ['−'], words: 'office.key-smaller' },
  { keys: ['T'], words: 'office.key-turn' },
  { keys: ['Ctrl K'], words: 'office.find' },
  { keys: ['?'], words: 'office.key-help' },
] as const

// In the name check, the same keys have other functions.
const readingRows = [
  { keys: ['Enter'], words: 'office.key-right-next' },
  { keys: ['E'], words: 'office.key-correct' },
  { keys: ['A'], words: 'office.key-ask' },
  { keys: ['J', '→'], words: 'office.key-skip' },
  { keys: ['K', '←'], words: 'office.key-back' },
  { keys: ['Ctrl K'], words: 'office.find' },
  { keys: ['?'], words: 'office.key-help' },
] as const

/** The keyboard shortcuts of the office, and the switch that turns them off. */
export function HelpDialog(props: { open: boolean; onClose: () => void }) {
  const t = useT()
  const [path] = useLocation()
  const shown = path.startsWith('/ceremonies') ? readingRows : rows
  return (
    <Dialog open={props.open} onClose={props.onClose} title={t('office.keys')}>
      {props.open && <Switch />}
      <dl className="divide-y divide-line">
        {shown.map(({ keys, words }) => (
          <div key={words} className="flex items-center justify-between gap-4 py-2">
            <dt>{t(words)}</dt>
            <dd className="flex gap-1.5">
              {keys.map((key) => (
                <kbd key={key} className="rounded-lg border border-line-2 bg-paper-2 px-2.5 py-0.5 font-sans font-bold">
                  {key}
                </kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}

function Switch() {
  const t = useT()
  const [on, setOn] = useState(keysOn)
  return (
    <div className="mb-4">
      <Checkbox
        label={t('office.keys-on')}
        hint={t('office.keys-on-hint')}
        checked={on}
        onChange={(event) => {
          switchKeys(event.target.checked)
          setOn(event.target.checked)
        }}
      />
    </div>
  )
}
