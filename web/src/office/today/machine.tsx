import { useLocale, useT } from '../../i18n/context.tsx'
import { dateTime, thousands } from '../../i18n/format.ts'
import { keyFor } from '../../i18n/messages.ts'
import { Icon, type IconName } from '../../ui/icon.tsx'
import { ageOf } from '../kit/format/age.ts'
import { Card } from '../kit/layout/card.tsx'
import type { Today } from './today-queries.ts'

type Part = NonNullable<Today['machine']>[number]

const icons: Record<Part['what'], IconName> = {
  backup: 'download',
  check: 'check',
  proxy: 'swap',
  files: 'picture',
  disk: 'table',
  outbox: 'history',
  mail: 'mail',
  texts: 'phone',
  clock: 'clock',
  replicas: 'swap',
  version: 'info',
}

/**
 * Formats free space in decimal units: 1.5 GB; below one, whole MB, then whole kB. Rounded down, so it never
 * overstates.
 */
function room(bytes: number): string {
  if (bytes < 1e6) return `${Math.max(1, Math.floor(bytes / 1e3))} kB`
  if (bytes < 1e9) return `${Math.floor(bytes / 1e6)} MB`
  return bytes < 1e11 ? `${Math.floor(bytes / 1e8) / 10} GB` : `${Math.floor(bytes / 1e9)} GB`
}

/** The state of the system (backup, disk, …): problems come first, each with what to do. */
export function Machine({ machine, now }: { machine: readonly Part[]; now: string }) {
  const t = useT()
  const locale = useLocale()
  const parts = [...machine].sort((a, b) => Number(b.bad) - Number(a.bad))
  return (
    <Card title={t('today.machine')}>
      <ul className="divide-y divide-line">
        {parts.map(({ what, state, bad, at, count, version, content, free, size, needed }) => (
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
                  content: thousands(content ?? 0),
                  free: room(free ?? 0),
                  size: room(size ?? 0),
                  needed: room(needed ?? 0),
                })}
              </p>
              {what === 'backup' && at && <BackupSize size={size} at={at} now={now} />}
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

/** Size, if known, and age of the newest backup. */
function BackupSize({ size, at, now }: { size: number | undefined; at: string; now: string }) {
  const t = useT()
  const { unit, count } = ageOf(at, Date.parse(now))
  const age = t(`today.machine-age-${unit}`, { count })
  return (
    <p className="text-ink-2">
      {size ? t('today.machine-backup-size', { size: room(size), age }) : t('today.machine-backup-no-size', { age })}
    </p>
  )
}
