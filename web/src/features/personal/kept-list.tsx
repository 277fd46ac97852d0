import { useT } from '../../i18n/context.tsx'
import { Link } from '../../site/router/link.tsx'
import { useWritten } from '../../site/router/use-written.ts'
import { Icon } from '../../ui/icon.tsx'

const kinds = ['account', 'family', 'orders', 'pictures', 'messages', 'others'] as const

/** What data the temple stores about a member and why, in plain words. */
export function KeptList() {
  const t = useT()
  const written = useWritten()
  return (
    <>
      <ul className="space-y-3">
        {kinds.map((kind) => (
          <li key={kind} className="flex gap-3">
            <Icon name="check" className="mt-1 shrink-0 text-jade" />
            <span>{t(`data.kept-${kind}`)}</span>
          </li>
        ))}
      </ul>
      {written('misc-privacy-policy') && (
        <p className="mt-4">
          <Link to="misc-privacy-policy" className="link inline-block py-2">
            {t('data.kept-more')}
          </Link>
        </p>
      )}
    </>
  )
}
