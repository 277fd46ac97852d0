import { ProgressBar } from '../../../ui/progress-bar.tsx'

/** How far a job is that goes on by itself, whoever looks. Counts are of the same thing, as rows. */
export function JobProgress(props: { title: string; text: string; done: number; total: number }) {
  return (
    <div className="card max-w-3xl p-6">
      {/* What goes on is told once, not how far it is after each row. */}
      <p role="status" className="text-xl font-bold">
        {props.title} …
      </p>
      <p className="mb-4 text-ink-2">{props.text}</p>
      <ProgressBar label={props.title} done={props.done} total={props.total} className="h-3" />
    </div>
  )
}
