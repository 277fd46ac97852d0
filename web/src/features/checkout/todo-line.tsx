import { useT } from '../../i18n/context.tsx'
import { Icon } from '../../ui/icon.tsx'
import type { Todo } from './progress.ts'

/** The one line that says what is still to do; `to` is the id of the place where it is done. */
export function TodoLine({ todo, to }: { todo: Todo; to?: string }) {
  const t = useT()
  const words = t(`checkout.todo-${todo}`)
  return (
    <p className="flex items-start gap-2.5 rounded-2xl bg-gold-1 px-4 py-3 text-lg font-bold leading-snug">
      <Icon name="info" className="mt-0.5 shrink-0 text-gold-7" />
      {to ? (
        <a className="underline decoration-2 underline-offset-4" href={`#${to}`}>
          {words}
        </a>
      ) : (
        words
      )}
    </p>
  )
}
