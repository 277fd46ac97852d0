export type PlanTower = {
  code: string
  /** Hundredths of the hall's width and depth, from the left and from the altar. */
  x: number
  y: number
  /** What a screen reader says of it. */
  label: string
  /** How full it is, 0 to 1; undefined: not shown. */
  full?: number
  /** It can be looked at, but nothing is to be had there. */
  off?: boolean
}

type Props = {
  towers: readonly PlanTower[]
  chosen: string
  altar: string
  door: string
  /** Absent: the plan only shows where the chosen one stands. */
  onTower?: (code: string) => void
}

const shape = 'absolute min-h-11 min-w-11 -translate-x-1/2 -translate-y-1/2 rounded-xl border px-2 font-bold'

/** Where the towers of a hall stand, seen from above. */
export function HallPlan({ towers, chosen, altar, door, onTower }: Props) {
  return (
    <div className="relative mx-auto mt-3 aspect-[5/6] w-full max-w-80 rounded-xl border border-line bg-paper">
      <p className="absolute left-1/2 top-[18%] -translate-x-1/2 rounded-lg bg-paper-2 px-4 py-2 text-sm text-ink-2">
        {altar}
      </p>
      <p className="absolute bottom-1 left-1/2 -translate-x-1/2 text-sm text-ink-2">{door}</p>
      {towers.map((tower) => {
        const here = tower.code === chosen
        const look = `${shape} ${here ? 'border-lacquer bg-lacquer text-gold-1' : 'border-line-2 bg-card'}`
        const at = (element: HTMLElement | null) => {
          element?.style.setProperty('left', `${8 + tower.x * 0.84}%`)
          element?.style.setProperty('top', `${10 + tower.y * 0.78}%`)
        }
        if (!onTower)
          return (
            <span key={tower.code} ref={at} aria-hidden="true" className={`${look} flex items-center justify-center`}>
              {tower.code}
            </span>
          )
        return (
          <button
            key={tower.code}
            type="button"
            aria-pressed={here}
            aria-label={tower.label}
            aria-disabled={tower.off}
            onClick={() => !tower.off && onTower(tower.code)}
            ref={at}
            className={`${look} ${tower.off ? 'opacity-50' : here ? '' : 'hover:bg-gold-1'}`}
          >
            {tower.code}
            {tower.full !== undefined && (
              <span aria-hidden="true" className="mt-0.5 block h-1 w-full overflow-hidden rounded-full bg-paper-2">
                <span
                  ref={(bar) => bar?.style.setProperty('width', `${Math.round(100 * (tower.full ?? 0))}%`)}
                  className="block h-full bg-gold"
                />
              </span>
            )}
          </button>
        )
      })}
    </div>
  )
}
