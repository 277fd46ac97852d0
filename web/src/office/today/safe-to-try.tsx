import { useT } from '../../i18n/context.tsx'
import { Icon, type IconName } from '../../ui/icon.tsx'
import { Card } from '../kit/layout/card.tsx'

type Line = { what: 'publish' | 'missing' | 'decide' | 'answer' | 'help'; icon: IconName; roles: readonly string[] }

const lines: readonly Line[] = [
  { what: 'publish', icon: 'undo', roles: ['editor'] },
  { what: 'missing', icon: 'check', roles: ['editor'] },
  { what: 'decide', icon: 'undo', roles: ['treasurer'] },
  { what: 'answer', icon: 'mail', roles: ['counter', 'editor'] },
  { what: 'help', icon: 'info', roles: ['counter', 'treasurer', 'editor', 'ritual', 'admin'] },
]

/** For new users: what can be undone, and where to find help. */
export function SafeToTry({ roles }: { roles: readonly string[] }) {
  const t = useT()
  const shown = lines.filter((line) => line.roles.some((role) => roles.includes(role)))
  // Roles with acts that cannot be undone are not told that nothing can break.
  if (shown.every(({ what }) => what === 'help')) return null
  return (
    <Card title={t('today.safe')}>
      <ul className="divide-y divide-line">
        {shown.map(({ what, icon }) => (
          <li key={what} className="flex gap-3 py-3">
            <Icon name={icon} className="mt-0.5 shrink-0 text-ink-2" />
            <p>{t(`today.safe-${what}`)}</p>
          </li>
        ))}
      </ul>
    </Card>
  )
}
