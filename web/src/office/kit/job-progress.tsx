/** How far a job is that goes on by itself, whoever looks. Counts are of the same thing, as rows. */
export function JobProgress(props: { title: string; text: string; done: number; total: number }) {
  return (
    <div className="card max-w-3xl p-6" role="status">
      <p className="text-xl font-bold">{props.title} …</p>
      <p className="mb-4 text-ink-2">{props.text}</p>
      <progress
        className="h-3 w-full accent-cinnabar"
        max={Math.max(props.total, 1)}
        value={props.done}
        aria-hidden="true"
      />
    </div>
  )
}
