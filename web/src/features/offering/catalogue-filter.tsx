import { useT } from '../../i18n/context.tsx'
import { Link } from '../../site/router/link.tsx'
import { SearchField } from '../../ui/search-field.tsx'

type Props = {
  categories: readonly { key: string; title: string }[]
  category: string | undefined
  search: string
  onSearch: (search: string) => void
  /** The search field has got the focus. */
  onFocus: () => void
}

/** The categories as links, so that the choice is part of the URL, and a search box. */
export function CatalogueFilter({ categories, category, search, onSearch, onFocus }: Props) {
  const t = useT()
  const chips = [{ key: undefined, title: t('common.all') }, ...categories]
  return (
    <div className="flex flex-col gap-4 lg:flex-row-reverse lg:items-center lg:justify-between">
      <SearchField
        id="offering-search"
        label={t('offering.search')}
        placeholder={t('offering.search-short')}
        className="lg:w-80 lg:shrink-0"
        value={search}
        onSearch={onSearch}
        onFocus={onFocus}
      />
      <nav aria-label={t('offering.categories')}>
        <ul className="flex flex-wrap gap-2">
          {chips.map((chip) => (
            <li key={chip.key ?? ''}>
              <Link
                to="blessing-service"
                query={{ category: chip.key, q: search.trim() || undefined }}
                aria-current={chip.key === category ? 'true' : undefined}
                className="chip"
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
