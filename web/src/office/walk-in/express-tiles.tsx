import type { Value } from '../../api/client.ts'
import { useT } from '../../i18n/context.tsx'
import { money } from '../../i18n/format.ts'
import { Picture } from '../../ui/art/picture.tsx'
import { Icon } from '../../ui/icon.tsx'

export type Tile = NonNullable<Value<'/api/admin/walk-in/tile', 'get'>['items']>[number]

type Props = {
  tiles: readonly Tile[]
  /** The chosen option. */
  chosen: string | undefined
  locked: boolean
  onPress: (tile: Tile) => void
}

/** The best-selling options as tiles. */
export function ExpressTiles({ tiles, chosen, locked, onPress }: Props) {
  const t = useT()
  return (
    <ul
      aria-label={t('walk-in.tiles')}
      className="grid grid-cols-[repeat(auto-fill,minmax(8.75rem,1fr))] gap-2.5 xl:[@media(max-height:56rem)]:grid-cols-4"
    >
      {tiles.map((tile) => {
        const here = tile.optionId === chosen
        return (
          <li key={tile.optionId}>
            <button
              type="button"
              aria-pressed={here}
              disabled={locked}
              onClick={() => onPress(tile)}
              className={`relative flex h-full min-h-30 w-full flex-col overflow-hidden xl:[@media(max-height:56rem)]:min-h-16 rounded-2xl text-left shadow-card ${here ? 'bg-cinnabar-1 outline-3 outline-cinnabar' : 'bg-card hover:bg-gold-1'}`}
            >
              <span
                aria-hidden="true"
                className={`w-full shrink-0 overflow-hidden xl:[@media(max-height:56rem)]:hidden ${tile.optionTitle ? 'h-12' : 'h-16'}`}
              >
                <Picture art={tile.art} photo={tile.photo} eager />
              </span>
              <span className="flex w-full grow flex-wrap items-center justify-between gap-x-2 px-3 py-1.5 leading-tight">
                <span className="min-w-0">
                  {tile.optionTitle && <span className="block text-xs leading-tight text-ink-2">{tile.title}</span>}
                  <span className="block font-bold">{tile.optionTitle || tile.title}</span>
                </span>
                <span className={`font-semibold tabular-nums ${here ? 'text-cinnabar' : 'text-ink-2'}`}>
                  {tile.price === undefined ? t('walk-in.own-amount') : money(tile.price, true)}
                </span>
              </span>
              {here && (
                <span className="absolute right-2 top-2 grid size-7 place-items-center rounded-full bg-cinnabar text-white xl:[@media(max-height:56rem)]:right-1 xl:[@media(max-height:56rem)]:top-1 xl:[@media(max-height:56rem)]:size-5">
                  <Icon name="check" size={18} className="stroke-[2.6]" />
                </span>
              )}
            </button>
          </li>
        )
      })}
    </ul>
  )
}
