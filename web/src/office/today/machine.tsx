import { useLocale, useT } from '../../i18n/context.tsx'
import { dateTime } from '../../i18n/format.ts'
import { keyFor } from '../../i18n/messages.ts'
import { Icon, type IconName } from '../../ui/icon.tsx'
import { Card } from '../kit/card.tsx'
import type { Today } from './today-page.tsx'

type Part = NonNullable<Today['machine']>[number]

const icons: Record<Part['what'], IconName> = {
  backup: 'download',
  files: 'picture',
  disk: 'table',
  outbox: 'history',
  mail: 'mail',
  texts: 'phone',
  clock: 'clock',
  version: 'info',
}

/** Bytes as a disk's maker counts them: 1.5 GB; below one, whole MB. Rounded down: it is never less than said. */
function room(bytes: number): string {
  if (bytes < 1e9) return `${Math.floor(bytes / 1e6)} MB`
  return bytes < 1e11 ? `${Math.floor(bytes / 1e8) / 10} GB` : `${Math.floor(bytes / 1e9)} GB`
}

/** How what is behind the temple is: what is wrong stands first, each with what to do. */
export function Machine({ machine }: { machine: readonly Part[] }) {
  const t = useT()
  const locale = useLocale()
  const parts = [...machine].sort((a, b) => Number(b.bad) - Number(a.bad))
  return (
    <Card title={t('today.machine')}>
      <ul className="divide-y divide-line">
        {parts.map(({ what, state, bad, at, count, version, free, size, needed }) => (
          <li key={what} className="flex gap-3 py-3">
            <Icon
              name={bad ? 'warning' : icons[what]}
              className={`mt-0.5 shrink-0 ${bad ? 'text-cinnabar' : 'text-ink-2'}`}
            />
            <div className="min-w-0">
              <p className={bad ? 'font-bold' : ''}>
                {t(keyFor('today.machine-', `${what}-${state}`), {
                  at: at ? dateTime(locale, at) : '',
                  count,
                  version: version ?? '',
                  free: room(free ?? 0),
                  size: room(size ?? 0),
                })}
              </p>
              {bad && (
                <p className="text-ink-2">
                  {t(keyFor('today.machine-do-', `${what}-${state}`), { needed: room(needed ?? 0) })}
                </p>
              )}
            </div>
          </li>
        ))}
      </ul>
    </Card>
  )
}
