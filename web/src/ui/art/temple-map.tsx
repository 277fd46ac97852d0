import map from './map.svg'

/** A schematic map of the way to a temple, not of a real one: fills its box. `note` is a line at the bottom. */
export function TempleMap(props: { alt: string; note?: string }) {
  return (
    <>
      <img
        src={map}
        alt={props.alt}
        width={560}
        height={480}
        loading="lazy"
        decoding="async"
        className="absolute inset-0 h-full w-full object-cover"
      />
      {props.note && (
        <p className="absolute bottom-4 left-4 mr-4 rounded-3xl bg-card px-4 py-2 text-sm font-semibold shadow-card">
          {props.note}
        </p>
      )}
    </>
  )
}
