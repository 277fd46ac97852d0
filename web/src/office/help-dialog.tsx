import { useState } from 'react'
import { useT } from '../i18n/context.tsx'
import { Checkbox } from '../ui/checkbox.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { keysOn, switchKeys } from './keyboard.ts'

const rows = [
  ['J', '↓', '→', 'next'],
  ['K', '↑', '←', 'previous'],
  ['Enter', 'open'],
  ['A', 'approve'],
  ['R', 'reject'],
  ['U', 'undo'],
  ['?', 'help'],
] as const

/** The keys of the office, and the switch that turns them off. */
export function HelpDialog(props: { open: boolean; onClose: () => void }) {
  const t = useT()
  return (
    <Dialog open={props.open} onClose={props.onClose} title={t('office.keys')}>
      <dl className="divide-y divide-line">
        {rows.map((row) => {
          const what = row[row.length - 1]
          return (
            <div key={what} className="flex items-center justify-between gap-4 py-2">
              <dt>{t(`office.key-${what}`)}</dt>
              <dd className="flex gap-1.5">
                {row.slice(0, -1).map((key) => (
                  <kbd
                    key={key}
                    className="rounded-lg border border-line-2 bg-paper-2 px-2.5 py-0.5 font-sans font-bold"
                  >
                    {key}
                  </kbd>
                ))}
              </dd>
            </div>
          )
        })}
      </dl>
      {props.open && <Switch />}
    </Dialog>
  )
}

function Switch() {
  const t = useT()
  const [on, setOn] = useState(keysOn)
  return (
    <div className="mt-4">
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
