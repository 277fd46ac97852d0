import type { Areas } from './payment-type.ts'

type Props = { areas: Areas; size: { width: number; height: number }; className: string }

/** Rings over a picture, transformed with it: zoomed or rotated. */
export function Rings({ areas, size: { width, height }, className }: Props) {
  const ring = ({ x, y, width: w, height: h }: Areas[number], stroke: string, by: number) => (
    <rect
      x={(x * width) / 1000}
      y={(y * height) / 1000}
      width={(w * width) / 1000}
      height={(h * height) / 1000}
      rx={width / 60}
      fill="none"
      className={stroke}
      strokeWidth={by}
      vectorEffect="non-scaling-stroke"
    />
  )
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 0 ${width} ${height}`}
      className={`pointer-events-none absolute inset-0 h-full w-full transition-transform ${className}`}
    >
      {areas.map((area) => (
        // A white edge around the red is visible on any colour.
        <g key={`${area.x} ${area.y}`}>
          {ring(area, 'stroke-white', 6)}
          {ring(area, 'stroke-cinnabar', 3)}
        </g>
      ))}
    </svg>
  )
}
