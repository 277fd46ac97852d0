import { Link } from 'wouter'

/** A list among others: its name, its path, and its number of rows. */
export type ListTab = {
  id: string
  text: string
  to: string
  here: boolean
  /** As text, which may say "more than"; absent if not counted or not shown. */
  count?: string | number
  /** Whether its rows need action. */
  loud?: boolean
}

/** The lists of a page as a row of links, each with its number of rows. */
export function ListTabs(props: { label: string; tabs: readonly ListTab[]; className?: string }) {
  return (
    <nav aria-label={props.label} className={props.className ?? 'max-w-full'}>
      <ul className="flex flex-wrap gap-1 rounded-3xl bg-paper-2 p-1.5">
        {props.tabs.map(({ id, text, to, here, count, loud }) => (
          <li key={id} className="min-w-0 grow">
            <Link
              href={to}
              aria-current={here ? 'page' : undefined}
              className={`flex min-h-12 items-center justify-center gap-2 rounded-[1.1rem] px-3 font-bold sm:px-4 ${here ? 'bg-card shadow-card' : 'hover:bg-gold-1'}`}
            >
              {text}
              {count !== undefined && (
                <span
                  className={`rounded-full px-2 text-sm ${loud ? 'bg-cinnabar text-[#fff8ea]' : 'bg-gold-1 text-gold-7'}`}
                >
                  {count}
                </span>
              )}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
