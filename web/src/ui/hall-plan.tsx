type Props = {
  /** Percent of the hall's width and depth, from the left and from the altar. */
  towers: readonly { code: string; x: number; y: number }[]
  chosen: string
  altar: string
  door: string
}

const wide = 244
const deep = 210
const ink = '#5a493d'

/** A floor plan of a hall, with the way from the door to a tower. Text beside it says the same. */
export function HallPlan({ towers, chosen, altar, door }: Props) {
  const at = ({ x, y }: { x: number; y: number }) =>
    [26 + (x / 100) * (wide - 52), 26 + (y / 100) * (deep - 62)] as const
  const tower = towers.find(({ code }) => code === chosen)
  const [x, y] = tower ? at(tower) : [0, 0]
  // The way ends beside the tower, on the side from which it comes.
  const side = x < wide / 2 ? 1 : -1
  const end = x + side * 24
  return (
    <svg viewBox={`0 0 ${wide} ${deep}`} aria-hidden="true" className="mt-3 block w-full">
      <rect
        x="3"
        y="3"
        width={wide - 6}
        height={deep - 16}
        rx="12"
        fill="#fdf8ec"
        stroke="#e4d7c0"
        strokeWidth="1.500"
      />
      <rect x={wide / 2 - 36} y="44" width="72" height="28" rx="7" fill="#f4ead8" />
      <text x={wide / 2} y="62" textAnchor="middle" fontSize="12" fill={ink}>
        {altar}
      </text>
      <path d={`M${wide / 2 - 24} ${deep - 13}h48`} stroke="#fffdf8" strokeWidth="5" />
      <text x={wide / 2} y={deep - 18} textAnchor="middle" fontSize="12" fill={ink}>
        {door}
      </text>
      {tower && (
        <g fill="none" stroke="#9f2a1f" strokeWidth="2.500" strokeLinecap="round" strokeLinejoin="round">
          <path d={`M${wide / 2} ${deep - 34}Q${wide / 2} ${y} ${end} ${y}`} strokeDasharray="6 5" />
          <path d={`M${end + side * 7} ${y - 6}L${end} ${y}L${end + side * 7} ${y + 6}`} />
        </g>
      )}
      {towers.map((one) => {
        const [cx, cy] = at(one)
        const here = one.code === chosen
        return (
          <g key={one.code}>
            <path
              d={`M${cx - 9} ${cy - 18}h18l9 9v18l-9 9h-18l-9-9v-18Z`}
              fill={here ? '#9f2a1f' : '#fffdf8'}
              stroke={here ? '#9f2a1f' : '#bfb09b'}
              strokeWidth="1.500"
            />
            <text x={cx} y={cy + 5} textAnchor="middle" fontSize="14" fontWeight="700" fill={here ? '#fff8ea' : ink}>
              {one.code}
            </text>
          </g>
        )
      })}
    </svg>
  )
}
