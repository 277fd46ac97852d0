import { useT } from '../../i18n/context.tsx'
import { PayerNames } from '../kit/person/payer-names.tsx'
import { PhoneLinks } from '../kit/person/phone-links.tsx'
import type { FoundImported } from './member-queries.ts'

type Props = { people: readonly FoundImported[]; more: boolean }

/** People of imported lists without an account, with contact details. */
export function ImportedList({ people, more }: Props) {
  const t = useT()
  if (people.length === 0) return null
  return (
    <section className="mt-6 max-w-3xl">
      <h2 className="mb-2.5 text-xl">{t('members.imported')}</h2>
      <ul className="space-y-2.5">
        {people.map((one) => (
          <li key={one.id} className="card p-4">
            <p className="text-lg font-bold">
              <PayerNames name={one.name} chinese={one.chineseName} />
            </p>
            <p className="break-words text-sm text-ink-2">
              {one.links ? <PhoneLinks links={one.links} small /> : t('office.no-mobile')}
              {' · '}
              {one.email || t('members.no-email')}
              {one.remark && ` · ${one.remark}`}
            </p>
          </li>
        ))}
      </ul>
      {more && <p className="mt-3">{t('members.imported-more')}</p>}
    </section>
  )
}
