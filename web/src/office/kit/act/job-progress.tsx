import { ProgressBar } from '../../../ui/progress-bar.tsx'

/** The progress of a background job, such as its number of rows. */
export function JobProgress(props: { title: string; text: string; done: number; total: number }) {
  return (
    <div className="card max-w-3xl p-6">
      {/* Announced once, not after each row. */}
      <p role="status" className="text-xl font-bold">
        {props.title} …
      </p>
      <p className="mb-4 text-ink-2">{props.text}</p>
      <ProgressBar label={props.title} done={props.done} total={props.total} className="h-3" />
    </div>
  )
}
