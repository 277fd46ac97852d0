import { useT } from '../../i18n/context.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'

/** Downloads of the journal of a month (2026-09) or a day (2026-09-21); name is read out with each link. */
export function JournalLinks({ of, name }: { of: string; name: string }) {
  const t = useT()
  return (['xero', 'csv'] as const).map((format) => (
    <a key={format} download href={`/api/admin/journal/${of}.${format}`} className={buttonClass('plain', 'px-4')}>
      <Icon name="download" size={20} />
      {t(format === 'xero' ? 'months.xero' : 'months.general')}
      <span className="sr-only"> {name}</span>
    </a>
  ))
}
