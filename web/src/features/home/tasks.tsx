import { useT } from '../../i18n/context.tsx'
import { Link } from '../../site/router/link.tsx'
import { Icon } from '../../ui/icon.tsx'

const tasks = [
  { icon: 'lamp', name: 'offer', to: 'blessing-service', hash: undefined },
  { icon: 'receipt', name: 'order', to: 'member-profile-invoices', hash: undefined },
  { icon: 'calendar', name: 'events', to: 'event', hash: undefined },
  { icon: 'pin', name: 'visit', to: 'contact-us', hash: 'way' },
] as const
const edges = ['', 'border-l', 'border-t md:border-l md:border-t-0', 'border-l border-t md:border-t-0']

/** Links to the four most frequent tasks. */
export function Tasks() {
  const t = useT()
  return (
    <ul className="card grid grid-cols-2 overflow-hidden !shadow-lift md:grid-cols-4">
      {tasks.map((task, i) => (
        <li key={task.name} className={`border-line ${edges[i]}`}>
          <Link to={task.to} hash={task.hash} className="group flex h-full flex-col gap-1 p-4 hover:bg-gold-1 sm:p-6">
            <span className="mb-2 grid h-14 w-14 place-items-center rounded-2xl bg-cinnabar-1 text-cinnabar group-hover:bg-cinnabar group-hover:text-white">
              <Icon name={task.icon} size={30} />
            </span>
            <span className="text-lg font-bold leading-snug">{t(`home.task-${task.name}`)}</span>
            <span className="text-sm leading-snug text-ink-2">{t(`home.task-${task.name}-text`)}</span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
