import { useLocale, useT } from '../../i18n/context.tsx'
import { date, dateTime } from '../../i18n/format.ts'
import { Panel } from '../../ui/panel.tsx'
import { SheetView } from '../../ui/sheet-view.tsx'
import { PhoneLinks } from '../kit/person/phone-links.tsx'
import type { Entry } from './ceremony-queries.ts'
import { DedicatorsLine, NamesLine, PetitionLines } from './names-line.tsx'
import { numbered } from './print-text.ts'

/** What the form gave, who ordered it, and every change with both texts. */
export function EntryOrigin({ entry }: { entry: Entry }) {
  const t = useT()
  const locale = useLocale()
  const { payer, order, paidAt, twins } = entry
  return (
    <Panel size="s" aria-labelledby="as-typed">
      <h3 id="as-typed" className="text-xl">
        {t('ceremonies.as-typed')}
      </h3>
      <p className="text-sm text-ink-2">
        {order
          ? paidAt
            ? t('ceremonies.typed-by', { name: payer, order, date: date(locale, paidAt, 'short') })
            : t('ceremonies.typed-by-unpaid', { name: payer, order })
          : t('ceremonies.typed-by-lamp', { name: payer })}
        {entry.place && ` · ${entry.place}`}
      </p>
      {entry.sheet ? (
        <SheetView sheet={entry.sheet} />
      ) : (
        <div className="mt-3">
          <NamesLine text={entry.original} marks={entry.marks} />
          <DedicatorsLine text={entry.original} marks={entry.marks} />
          <PetitionLines text={entry.original} />
        </div>
      )}
      {entry.askedAt && (
        <p className="mt-3 text-sm">{t('ceremonies.asked', { date: dateTime(locale, entry.askedAt) })}</p>
      )}
      {entry.links && (
        <p className="mt-1 flex flex-wrap items-center gap-x-3 text-sm">
          {t('ceremonies.ask-call', { name: payer })} <PhoneLinks links={entry.links} small />
        </p>
      )}
      {twins.length > 0 && (
        <p className="mt-3 border-t border-line pt-3 text-sm text-ink-2">
          {t('ceremonies.same-nos', { nos: twins.map(({ no }) => numbered(no)).join(', ') })}
          {' · '}
          {t('ceremonies.same-hint')}
        </p>
      )}
      {entry.changes.length > 0 && (
        <ol className="mt-4 space-y-3 border-t border-line pt-3">
          {entry.changes.map((change) => (
            <li key={change.revision}>
              <p className="text-sm font-semibold">
                {change.by
                  ? t('ceremonies.corrected-by', { who: change.by, date: dateTime(locale, change.at) })
                  : t('ceremonies.corrected-devotee', { date: dateTime(locale, change.at) })}
                {' · '}
                {t(`ceremonies.reason-${change.reason}`)}
              </p>
              <del className="block text-ink-2">
                <NamesLine text={change.before} marks={[]} />
                <DedicatorsLine text={change.before} marks={[]} />
                <PetitionLines text={change.before} />
              </del>
              <ins className="block no-underline">
                <NamesLine text={change.after} marks={[]} />
                <DedicatorsLine text={change.after} marks={[]} />
                <PetitionLines text={change.after} />
              </ins>
            </li>
          ))}
        </ol>
      )}
    </Panel>
  )
}
