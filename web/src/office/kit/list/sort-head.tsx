import { Icon } from '../../../ui/icon.tsx'

type Props<Sort extends string> = {
  text: string
  /** The two sort orders of the column; `down` is that of the first click. */
  by: { down: Sort; up: Sort }
  now: Sort
  onSort: (sort: Sort) => void
  className: string
}

/**
 * A column heading that sorts the list, and reverses on the next click. Below 768 px, where rows are cards, it is plain
 * text.
 */
export function SortHead<Sort extends string>({ text, by, now, onSort, className }: Props<Sort>) {
  const way = now === by.down ? 'down' : now === by.up ? 'up' : undefined
  const next = way === 'down' ? 'up' : 'down'
  return (
    <th className={className} aria-sort={way && (way === 'down' ? 'descending' : 'ascending')}>
      <span className="md:hidden">{text}</span>
      <button
        type="button"
        className="-my-2 inline-flex min-h-11 items-center gap-1 font-semibold hover:text-cinnabar max-md:hidden"
        onClick={() => onSort(by[next])}
      >
        {text}
        <Icon name={way === 'up' ? 'up' : 'down'} size={16} className={way ? 'text-cinnabar' : 'opacity-40'} />
      </button>
    </th>
  )
}
