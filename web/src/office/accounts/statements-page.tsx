import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import { useT } from '../../i18n/context.tsx'
import { phone } from '../../i18n/format.ts'
import { buttonClass } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Loaded } from '../kit/query/loaded.tsx'
import { Failed } from '../kit/query/failed.tsx'
import { PageTop } from '../kit/layout/page-top.tsx'
import { PayerNames } from '../kit/person/payer-names.tsx'
import { SearchBox } from '../kit/list/search-box.tsx'
import { AccountsTabs } from './accounts-tabs.tsx'
import { membersQuery, shortest, yearsQuery } from './report-queries.ts'

const languages = ['own', 'en', 'zh', 'both'] as const
type PaperLanguage = (typeof languages)[number]

/** Yearly statements of members as PDFs: one by one, or all of a year. */
export function StatementsPage() {
  const t = useT()
  const q = new URLSearchParams(useSearch()).get('q') ?? ''
  const [, navigate] = useLocation()
  const [language, setLanguage] = useState<PaperLanguage>('own')
  const found = useQuery(membersQuery(q))
  const rows = found.data?.items ?? []
  const asked = language === 'own' ? '' : `?language=${language}`
  return (
    <>
      <PageTop
        title={t('accounts.statements')}
        text={t('accounts.statements-text')}
        before={<AccountsTabs here="statements" />}
      />
      <label className="mb-5 block max-w-sm font-semibold">
        {t('accounts.language')}
        <select
          className="field mt-1 block w-full font-normal"
          value={language}
          onChange={({ currentTarget }) => setLanguage(languages.find((one) => one === currentTarget.value) ?? 'own')}
        >
          {languages.map((one) => (
            <option key={one} value={one}>
              {t(`accounts.language-${one}`)}
            </option>
          ))}
        </select>
      </label>
      <AllOfAYear asked={asked} />
      <h2 className="mb-3 mt-8 text-xl">{t('accounts.one-member')}</h2>
      <SearchBox
        label={t('accounts.member-search')}
        value={q}
        onSearch={(text) => navigate(`/accounts/statements${text ? `?${new URLSearchParams({ q: text })}` : ''}`)}
        className="mb-5 max-w-3xl"
      />
      <div aria-live="polite" className="sr-only">
        {found.data && t('office.members-found', { count: rows.length })}
      </div>
      {q.length > 0 && q.length < shortest && <p>{t('office.search-longer')}</p>}
      <Loaded query={found} lines={4}>
        {() =>
          rows.length === 0 && <EmptyState art="sutra" title={t('office.none-found')} text={t('office.members-none')} />
        }
      </Loaded>
      <ul className="max-w-3xl space-y-2.5">
        {rows.map((member) => (
          <li key={member.id} className="card flex flex-wrap items-center gap-x-5 gap-y-3 p-4">
            <div className="min-w-0 grow basis-60">
              <p className="text-lg font-bold">
                <PayerNames name={member.name} chinese={member.chineseName} />
              </p>
              <p className="text-sm text-ink-2">{member.mobile ? phone(member.mobile) : t('office.no-mobile')}</p>
            </div>
            {(member.years ?? []).length === 0 && <p className="text-ink-2">{t('accounts.no-receipts')}</p>}
            {(member.years ?? []).map((year) => (
              <a
                key={year.year}
                download
                href={`/api/admin/report/statement/${member.id}/${year.year}.pdf${asked}`}
                className={buttonClass()}
              >
                <Icon name="download" size={20} />
                {year.year}
                <span className="sr-only"> {member.name}</span>
              </a>
            ))}
          </li>
        ))}
      </ul>
      {found.data?.more && <p className="mt-3">{t('accounts.more-members')}</p>}
    </>
  )
}

function AllOfAYear({ asked }: { asked: string }) {
  const t = useT()
  const years = useQuery(yearsQuery)
  return (
    <Panel size="xs" className="max-w-3xl">
      <h2 className="text-lg">{t('accounts.all-members')}</h2>
      <p className="text-ink-2">{t('accounts.all-members-text')}</p>
      {years.error && <Failed error={years.error} onAgain={() => void years.refetch()} />}
      {years.data?.length === 0 && <p className="mt-2">{t('accounts.no-receipts')}</p>}
      <p className="mt-3 flex flex-wrap gap-3">
        {(years.data ?? []).map((year) => (
          <a key={year} download href={`/api/admin/report/statements/${year}.zip${asked}`} className={buttonClass()}>
            <Icon name="download" size={20} />
            {t('accounts.zip', { year })}
          </a>
        ))}
      </p>
    </Panel>
  )
}
