type Figure = { word: string; value: string; text?: string }

/** A few numbers in a row, each with its label. */
export function Figures({ label, figures }: { label: string; figures: readonly Figure[] }) {
  return (
    <dl aria-label={label} className="card mb-4 flex flex-wrap items-center gap-x-5 gap-y-1 px-5 py-2.5">
      {figures.map(({ word, value, text }) => (
        <div
          key={word}
          className="flex flex-wrap items-baseline gap-x-2 border-line md:not-first:border-l md:not-first:pl-5"
        >
          <dt className="font-semibold text-ink-2">{word}</dt>
          <dd className="flex flex-wrap items-baseline gap-x-2">
            <span className="font-figures text-2xl leading-tight">{value}</span>
            {text && <span className="text-sm text-ink-2">{text}</span>}
          </dd>
        </div>
      ))}
    </dl>
  )
}
