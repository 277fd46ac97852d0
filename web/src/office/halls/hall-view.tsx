import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useLocation, useSearch } from 'wouter'
import { atEyeLevel } from '../../domain/eye-level.ts'
import { useLocale, useT } from '../../i18n/context.tsx'
import { thousands } from '../../i18n/format.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Icon } from '../../ui/icon.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Loaded } from '../kit/query/loaded.tsx'
import { HallPlan } from './hall-plan.tsx'
import { mapQuery, type Hall, type Placeless, type Spot, type TowerStates } from './hall-queries.ts'
import { PlacePanel } from './place-panel.tsx'
import { PlaceSign } from './place-sign.tsx'
import { placeStates, stateOf, tally } from './place-state.ts'
import { RowCells } from './row-cells.tsx'
import { SellForm } from './sell-form.tsx'
import { TowerMap } from './tower-map.tsx'

type Giving = {
  mayGive: boolean
  /** The lamp for which a position is being chosen. */
  giving: Placeless | undefined
  onGiven: () => void
}
type Props = Giving & { hall: Hall; mayManage: boolean; onAddTower: () => void }

/** A hall: its plan, the map of a tower, and the selected position. */
export function HallView({ hall, mayManage, onAddTower, ...given }: Props) {
  const t = useT()
  const query = useQuery(mapQuery(hall.key))
  if (hall.towers.length === 0)
    return (
      <EmptyState art="lamp" title={t('halls.no-tower')} text={t('halls.no-tower-text')}>
        {mayManage && (
          <Button kind="primary" icon="plus" onClick={onAddTower}>
            {t('halls.add-tower')}
          </Button>
        )}
      </EmptyState>
    )
  return (
    <Loaded query={query} lines={10}>
      {({ towers }) => <Towers hall={hall} maps={towers} mayManage={mayManage} {...given} />}
    </Loaded>
  )
}

type TowersProps = Giving & { hall: Hall; maps: readonly TowerStates[]; mayManage: boolean }

function Towers({ hall, maps, mayManage, ...given }: TowersProps) {
  const t = useT()
  const locale = useLocale()
  const [, navigate] = useLocation()
  const [selling, setSelling] = useState(false)
  const asked = new URLSearchParams(useSearch())
  const tower = hall.towers.find(({ code }) => code === asked.get('tower')) ?? hall.towers[0]
  if (!tower) return null
  const states = maps.find(({ code }) => code === tower.code)?.states ?? ''
  const within = (name: string, most: number) => Math.min(most, Math.max(1, Number(asked.get(name)) || 1))
  const spot: Spot = { tower: tower.code, row: within('row', tower.rows), unit: within('unit', tower.units) }
  const go = (next: Spot) =>
    navigate(`/halls/${hall.key}?tower=${next.tower}&row=${next.row}&unit=${next.unit}`, { replace: true })
  const at = hall.towers.indexOf(tower)
  const counts = tally(maps)
  const own = tally([{ states }])
  return (
    <div className="grid items-start gap-4 lg:grid-cols-[15rem_minmax(0,1fr)_17rem]">
      <div className="grid items-start gap-4 sm:grid-cols-2 lg:grid-cols-1">
        <Panel>
          <h2 className="text-xl">{hall.title[locale]}</h2>
          {mayManage && (
            <Link href={`/print/run-new?hall=${hall.key}`} className="link touch gap-1.5">
              <Icon name="print" size={20} />
              {t('halls.print-labels')}
            </Link>
          )}
          <HallPlan hall={hall} maps={maps} chosen={tower.code} onTower={(code) => go({ ...spot, tower: code })} />
        </Panel>
        <Panel aria-label={t('halls.legend')}>
          <ul>
            {placeStates
              .filter((state) => counts[state] > 0 || state !== 'unsold')
              .map((state) => (
                <li key={state} className="flex items-center gap-3 border-b border-line py-2 last:border-0">
                  <PlaceSign state={state} />
                  <span className="grow">{t(`halls.state-${state}`)}</span>
                  <span className="font-bold">{thousands(counts[state])}</span>
                </li>
              ))}
          </ul>
        </Panel>
      </div>
      <Panel className="min-w-0">
        <div className="mb-3 flex flex-wrap items-center justify-between gap-2">
          <h2 className="text-xl">
            {tower.title[locale]}{' '}
            <span className="font-sans text-base font-normal text-ink-2">
              {t('halls.of-tower', { count: tower.rows * tower.units, free: own.free })}
            </span>
          </h2>
          <p className="flex gap-2">
            {mayManage && <Button onClick={() => setSelling(true)}>{t('halls.sell')}</Button>}
            {hall.towers.length > 1 &&
              ([-1, 1] as const).map((by) => {
                const next = hall.towers[(at + by + hall.towers.length) % hall.towers.length] ?? tower
                return (
                  <IconButton
                    key={by}
                    icon={by < 0 ? 'back' : 'arrow'}
                    label={next.title[locale]}
                    onClick={() => go({ ...spot, tower: next.code })}
                  />
                )
              })}
          </p>
        </div>
        <TowerMap tower={tower} states={states} spot={spot} onSpot={go} />
        <p className="mb-1 mt-3 font-bold">
          {t(atEyeLevel(tower, spot.row) ? 'halls.row-eye' : 'halls.row', { row: spot.row })}
        </p>
        <RowCells tower={tower} states={states} spot={spot} onSpot={go} />
      </Panel>
      <PlacePanel
        hall={hall.key}
        spot={spot}
        drawn={stateOf(states[(spot.row - 1) * tower.units + spot.unit - 1])}
        mayManage={mayManage}
        {...given}
      />
      <Dialog
        open={selling}
        onClose={() => setSelling(false)}
        title={t('halls.sell-of', { tower: tower.title[locale] })}
      >
        {selling && <SellForm tower={tower} onClose={() => setSelling(false)} />}
      </Dialog>
    </div>
  )
}
