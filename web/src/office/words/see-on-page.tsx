import { Link } from 'wouter'
import { useT } from '../../i18n/context.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { seenOn, usePlaces } from './use-places.ts'

/** A link to a page of the site with the text highlighted; or why no page shows it. */
export function SeeOnPage({ base, uses }: { base: string; uses: readonly string[] }) {
  const t = useT()
  const { pages } = usePlaces()
  if (pages.length === 0) return null
  const page = seenOn(uses, pages)
  if (!page) return <p className="text-sm text-ink-2">{t('words.seen-nowhere')}</p>
  return (
    <Link href={`/words/point?${new URLSearchParams({ path: page.path, key: base })}`} className={buttonClass('plain')}>
      <Icon name="eye" />
      {t('words.see-on-page')}
    </Link>
  )
}
