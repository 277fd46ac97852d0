import { Link } from 'wouter'
import { useT } from '../../i18n/context.tsx'
import { searchOf, type Ceremony, type EntryRow, type ListPlace, type May } from './ceremony-queries.ts'
import { EntryBadges } from './entry-badges.tsx'
import { LateActs } from './late-acts.tsx'
import { DedicatorsLine, NamesLine } from './names-line.tsx'
import { inWords, numbered } from './print-text.ts'
import { TakenOut } from './taken-out.tsx'

const head = 'bg-paper-2 px-3 py-2 text-left text-sm font-semibold text-ink-2'
const cell = 'px-3 py-3 align-top max-lg:block max-lg:p-0 max-lg:pt-1'

type Props = {
  ceremony: Ceremony
  rows: readonly EntryRow[]
  place: ListPlace
  may: May
  chosen: ReadonlySet<string>
  onChoose: (ids: readonly string[], on: boolean) => void
}

/** Names with their warnings; on narrow screens each row is a card. */
export function EntriesTable({ ceremony, rows, place, may, chosen, onChoose }: Props) {
  const t = useT()
  const choosable = may.keep ? rows.filter(mayBeChosen).map(({ id }) => id) : []
  const all = choosable.length > 0 && choosable.every((id) => chosen.has(id))
  const places = rows.some((row) => row.place)
  return (
    <table className="w-full max-lg:block lg:overflow-hidden lg:rounded-card lg:bg-card lg:shadow-card">
      <caption className="sr-only">{t('office.field.list')}</caption>
      <thead className="max-lg:sr-only">
        <tr>
          {choosable.length > 0 && (
            <th className={`${head} w-12`}>
              <input
                type="checkbox"
                aria-label={t('ceremonies.tab-all')}
                className="size-6 accent-cinnabar"
                checked={all}
                onChange={(event) => onChoose(choosable, event.target.checked)}
              />
            </th>
          )}
          <th className={head}>{t('ceremonies.no')}</th>
          <th className={`${head} w-1/4`}>{t('ceremonies.as-printed')}</th>
          <th className={head}>{t('ceremonies.dedicators')}</th>
          {places && <th className={head}>{t('office.field.place')}</th>}
          <th className={head}>{t('ceremonies.sponsor')}</th>
          <th className={head}>{t('common.field.status')}</th>
        </tr>
      </thead>
      <tbody className="max-lg:grid max-lg:gap-3 md:max-lg:grid-cols-2">
        {rows.map((row) => (
          <tr
            key={row.id}
            className={`relative max-lg:grid max-lg:grid-cols-[auto_minmax(0,1fr)] max-lg:gap-x-3 max-lg:rounded-card max-lg:p-4 max-lg:shadow-card lg:border-t lg:border-line ${chosen.has(row.id) ? 'bg-gold-1' : 'bg-card hover:bg-gold-1/60'}`}
          >
            {choosable.length > 0 && (
              <td className={`${cell} relative z-1 max-lg:row-span-6`}>
                {mayBeChosen(row) && (
                  <input
                    type="checkbox"
                    aria-label={`${numbered(row.no)} ${inWords(row.text)}`}
                    className="size-6 accent-cinnabar"
                    checked={chosen.has(row.id)}
                    onChange={(event) => onChoose([row.id], event.target.checked)}
                  />
                )}
              </td>
            )}
            <td className={`${cell} text-ink-2 tabular-nums max-lg:col-start-2`}>
              {row.no > 0 && (
                <Link
                  href={`/ceremonies/${ceremony.id}${searchOf({ ...place, state: 'all' }, { check: place.state, entry: row.id })}`}
                  aria-label={`${numbered(row.no)} ${inWords(row.text)}`}
                  className="after:absolute after:inset-0 focus-visible:outline-offset-[-3px]"
                >
                  {numbered(row.no)}
                </Link>
              )}
            </td>
            <td className={`${cell} max-lg:col-start-2`}>
              <NamesLine text={row.text} marks={row.marks} />
              <span className="text-sm text-ink-2 lg:hidden">{t(`ceremonies.kind-${row.kind}`)}</span>
            </td>
            <td className={`${cell} max-lg:col-start-2 max-lg:flex max-lg:items-baseline max-lg:gap-2`}>
              {(row.text.dedicators?.length ?? 0) > 0 && (
                <span className="shrink-0 text-sm text-cinnabar lg:hidden">{t('ceremonies.dedicators')}</span>
              )}
              <DedicatorsLine text={row.text} marks={row.marks} />
            </td>
            {places && <td className={`${cell} whitespace-nowrap max-lg:col-start-2`}>{row.place}</td>}
            <td className={`${cell} wrap-anywhere max-lg:col-start-2`}>
              {row.sponsor}
              <span className="text-sm text-ink-2 max-lg:ml-2 lg:block lg:whitespace-nowrap">{row.order}</span>
            </td>
            <td className={`${cell} max-lg:col-start-2`}>
              <EntryBadges entry={row} brief />
              {may.keep && row.late === 'waits' && row.state === 'collected' && <LateActs entry={row} />}
              {may.keep && row.state === 'withdrawn' && row.printed > 0 && !row.takenOut && <TakenOut entry={row} />}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Entries on the list can be moved to a sitting or marked; those that await payment or a decision cannot. */
const mayBeChosen = ({ state, late }: EntryRow) =>
  late !== 'waits' && (state === 'collected' || state === 'checked' || state === 'printed')
