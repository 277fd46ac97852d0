import { Link } from 'wouter'
import { useT } from '../../i18n/context.tsx'

const tabs = { report: '/accounts', months: '/accounts/months', statements: '/accounts/statements' } as const

/** The tabs of the accounts. */
export function AccountsTabs({ here }: { here: keyof typeof tabs }) {
  const t = useT()
  return (
    <nav aria-label={t('accounts.pages')} className="no-print mb-3">
      <ul className="flex flex-wrap gap-x-6">
        {(['report', 'months', 'statements'] as const).map((tab) => (
          <li key={tab}>
            <Link
              href={tabs[tab]}
              aria-current={tab === here ? 'page' : undefined}
              className={`inline-flex min-h-12 items-center border-b-4 font-bold ${tab === here ? 'border-cinnabar' : 'border-transparent text-ink-2 hover:border-gold'}`}
            >
              {t(`accounts.tab-${tab}`)}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
