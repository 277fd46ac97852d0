import { useT } from '../../i18n/context.tsx'
import { thousands } from '../../i18n/format.ts'
import { Notice } from '../../ui/notice.tsx'
import type { Import } from './import-queries.ts'

/** What was not parsed in a file, by line, and which cells contain formulas. */
export function ToldPanel({ unread, formulas }: Pick<Import, 'unread' | 'formulas'>) {
  const t = useT()
  const rest = (count: number, shown: number) =>
    count > shown && <li>{t('imports.unread-rest', { count: count - shown, shown: thousands(count - shown) })}</li>
  return (
    <>
      {unread && (
        <Notice kind="warning" title={t('imports.unread')}>
          {unread.count > 0 && (
            <>
              <p>{t('imports.unread-lines', { count: unread.count, shown: thousands(unread.count) })}</p>
              <ul className="mt-1 space-y-0.5 wrap-anywhere">
                {unread.first.map(({ row, text, why }) => (
                  <li key={row}>
                    {t('imports.unread-line', { row, text })} {why === 'shifted' && t('imports.unread-shifted')}
                  </li>
                ))}
                {rest(unread.count, unread.first.length)}
              </ul>
            </>
          )}
          {unread.sheets.map(({ name, rows }) => (
            <p key={name} className="mt-1 wrap-anywhere">
              {rows === 0
                ? t('imports.unread-sheet-long', { name })
                : t('imports.unread-sheet', { name, count: rows, shown: thousands(rows) })}
            </p>
          ))}
          {unread.beyond > 0 && (
            <p className="mt-1">
              {t('imports.unread-beyond', { count: unread.beyond, shown: thousands(unread.beyond) })}
            </p>
          )}
        </Notice>
      )}
      {formulas && (
        <Notice title={t('imports.formulas', { count: formulas.count, shown: thousands(formulas.count) })}>
          <ul className="flex flex-wrap gap-x-5 gap-y-0.5 wrap-anywhere">
            {formulas.first.map(({ cell, text }) => (
              <li key={cell}>{t('imports.formula-cell', { cell, text })}</li>
            ))}
            {rest(formulas.count, formulas.first.length)}
          </ul>
        </Notice>
      )}
    </>
  )
}
