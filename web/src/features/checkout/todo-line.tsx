import { useT } from '../../i18n/context.tsx'
import { Icon } from '../../ui/icon.tsx'
import type { Todo } from './progress.ts'

/** The one line that says what is still to do. */
export function TodoLine({ todo }: { todo: Todo }) {
  const t = useT()
  return (
    <p className="flex items-start gap-2.5 rounded-2xl bg-gold-1 px-4 py-3 text-lg font-bold leading-snug">
      <Icon name="info" className="mt-0.5 shrink-0 text-gold-7" />
      {t(`checkout.todo-${todo}`)}
    </p>
  )
}
