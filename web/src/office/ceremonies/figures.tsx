type Figure = { word: string; value: string; text: string }

/** A few numbers side by side, each with its word and what it is of. */
export function Figures({ label, figures }: { label: string; figures: readonly Figure[] }) {
  return (
    <dl
      aria-label={label}
      className={`card mb-5 grid grid-cols-2 gap-x-4 gap-y-5 p-5 ${figures.length === 4 ? 'md:grid-cols-4' : 'md:grid-cols-3'}`}
    >
      {figures.map(({ word, value, text }) => (
        <div key={word} className="flex flex-col border-line md:not-first:border-l md:not-first:pl-5">
          <dt className="font-semibold text-ink-2">{word}</dt>
          <dd>
            <span className="block font-figures text-3xl leading-tight">{value}</span>
            <span className="text-sm text-ink-2">{text}</span>
          </dd>
        </div>
      ))}
    </dl>
  )
}
