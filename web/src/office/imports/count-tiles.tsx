import { Link } from 'wouter'
import { useT } from '../../i18n/context.tsx'
import { thousands } from '../../i18n/format.ts'
import { classes, type Class } from './import-queries.ts'

const tones: Record<Class, string> = {
  ready: 'text-jade',
  decide: 'text-gold-7',
  unreadable: 'text-cinnabar',
  known: 'text-ink-2',
}

/** The number of rows by class, each linking to its rows; `here` is the one shown. */
export function CountTiles(props: {
  counts: Readonly<Record<Class, number>>
  here?: Class
  toOf: (sort: Class) => string
}) {
  const t = useT()
  return (
    <nav aria-label={t('imports.sorts')}>
      <ul className="grid grid-cols-2 gap-3 md:grid-cols-4">
        {classes.map((sort) => {
          const here = sort === props.here
          return (
            <li key={sort} className="flex">
              <Link
                href={props.toOf(sort)}
                aria-current={here ? 'true' : undefined}
                className={`block w-full rounded-[18px] px-5 py-3.5 ${here ? 'bg-card shadow-[inset_0_0_0_2.5px_var(--color-cinnabar),var(--shadow-card)]' : 'shadow-[inset_0_0_0_1.5px_var(--color-line)] hover:bg-gold-1'}`}
              >
                <span className={`block font-figures text-3xl font-semibold ${tones[sort]}`}>
                  {thousands(props.counts[sort])}
                </span>
                <span className="block">{t(`imports.count-${sort}`, { count: props.counts[sort] })}</span>
              </Link>
            </li>
          )
        })}
      </ul>
    </nav>
  )
}
