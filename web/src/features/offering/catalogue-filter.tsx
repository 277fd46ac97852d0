import { useT } from '../../i18n/context.tsx'
import { Link } from '../../page/link.tsx'
import { Icon } from '../../ui/icon.tsx'

type Props = {
  categories: readonly { key: string; title: string }[]
  category: string | undefined
  search: string
  onSearch: (search: string) => void
}

/** The categories as links, so that the choice is part of the address, and a box to search in. */
export function CatalogueFilter({ categories, category, search, onSearch }: Props) {
  const t = useT()
  const chips = [{ key: undefined, title: t('offering.all') }, ...categories]
  return (
    <div className="flex flex-col gap-4 lg:flex-row-reverse lg:items-center lg:justify-between">
      <div role="search" className="relative lg:w-80 lg:shrink-0">
        <label htmlFor="offering-search" className="sr-only">
          {t('offering.search')}
        </label>
        <Icon name="search" className="pointer-events-none absolute left-3.5 top-1/2 -translate-y-1/2 text-ink-2" />
        <input
          id="offering-search"
          type="search"
          className="field !rounded-full !pl-12"
          placeholder={t('offering.search')}
          autoComplete="off"
          value={search}
          onChange={(event) => onSearch(event.target.value)}
        />
      </div>
      <nav aria-label={t('offering.categories')}>
        <ul className="flex flex-wrap gap-2">
          {chips.map((chip) => (
            <li key={chip.key ?? ''}>
              <Link
                to="blessing-service"
                query={{ category: chip.key }}
                aria-current={chip.key === category ? 'true' : undefined}
                className="flex min-h-11 items-center rounded-full bg-card px-4 py-2 font-semibold shadow-[inset_0_0_0_1.5px_var(--color-line-2)] hover:bg-gold-1 aria-[current]:bg-cinnabar aria-[current]:text-[#fff8ea] aria-[current]:shadow-none"
              >
                {chip.title}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
    </div>
  )
}
