import { useT } from '../../i18n/context.tsx'
import { stateOf } from './place-state.ts'
import type { Hall, TowerStates } from './hall-queries.ts'

type Props = { hall: Hall; maps: readonly TowerStates[]; chosen: string; onTower: (tower: string) => void }

/** The floor plan of a hall's towers, each with its occupancy. */
export function HallPlan({ hall, maps, chosen, onTower }: Props) {
  const t = useT()
  return (
    <div className="relative mt-3 mx-auto aspect-[5/6] w-full max-w-80 rounded-xl border border-line bg-paper">
      <p className="absolute left-1/2 top-[18%] -translate-x-1/2 rounded-lg bg-paper-2 px-2 py-2 text-sm text-ink-2">
        {t('halls.altar')}
      </p>
      <p className="absolute bottom-1 left-1/2 -translate-x-1/2 text-sm text-ink-2">{t('halls.door')}</p>
      {hall.towers.map((tower) => {
        const states = maps.find((one) => one.code === tower.code)?.states ?? ''
        const all = [...states].filter((letter) => stateOf(letter)).length
        const free = [...states].filter((letter) => letter === 'f').length
        const here = tower.code === chosen
        return (
          <button
            key={tower.id}
            type="button"
            aria-pressed={here}
            aria-label={t('halls.tower-free', { tower: tower.code, free, count: all })}
            onClick={() => onTower(tower.code)}
            ref={(button) => {
              button?.style.setProperty('left', `${8 + tower.x * 0.84}%`)
              button?.style.setProperty('top', `${10 + tower.y * 0.78}%`)
            }}
            className={`absolute min-h-11 min-w-11 -translate-x-1/2 -translate-y-1/2 rounded-xl border px-2 font-bold ${here ? 'border-lacquer bg-lacquer text-gold-1' : 'border-line-2 bg-card hover:bg-gold-1'}`}
          >
            {tower.code}
            <span aria-hidden="true" className="mt-0.5 block h-1 w-full overflow-hidden rounded bg-paper-2">
              <span
                ref={(bar) => bar?.style.setProperty('width', `${all ? Math.round((100 * (all - free)) / all) : 0}%`)}
                className="block h-full bg-gold"
              />
            </span>
          </button>
        )
      })}
    </div>
  )
}
