import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { useT } from '../../i18n/context.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PageTop } from '../kit/layout/page-top.tsx'
import { Loaded } from '../kit/query/loaded.tsx'
import { AccountsTabs } from './accounts-tabs.tsx'
import { monthsQuery } from './month-queries.ts'
import { MonthRow } from './month-row.tsx'

/** The months of the accounts: closes and opens them, and downloads their journals. */
export function MonthsPage() {
  const t = useT()
  const months = useQuery(monthsQuery)
  return (
    <>
      <PageTop title={t('accounts.tab-months')} text={t('months.text')} before={<AccountsTabs here="months" />} />
      <p className="mb-5">
        <Link href="/accounts/codes" className={buttonClass()}>
          {t('months.codes')}
        </Link>
      </p>
      <Loaded query={months} lines={6}>
        {(loaded) =>
          (loaded.items ?? []).length === 0 ? (
            <EmptyState art="sutra" title={t('months.none')} text={t('months.none-text')} />
          ) : (
            <>
              <ul className="max-w-4xl space-y-3">
                {(loaded.items ?? []).map((month) => (
                  <MonthRow key={month.month} month={month} months={loaded} />
                ))}
              </ul>
              <p className="mt-3 text-sm text-ink-2">{t('months.preliminary')}</p>
            </>
          )
        }
      </Loaded>
    </>
  )
}
