import { useLocale, useT } from '../../../i18n/context.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { factsOf } from '../../kit/site/record-kinds.ts'
import type { Check, Summary } from '../record-queries.ts'

const searched = /^\/(about-us|blessing-service|event|misc)\//

/** Pages without a record, with the message keys of their names. */
const ownWords = {
  '/': 'common.home',
  '/contact-us': 'common.contact-title',
  '/event': 'common.event',
  '/blessing-service': 'common.blessing-service',
} as const

type Props = { record: Summary; addresses: readonly string[]; titles: NonNullable<Check['titles']> }

/** Which pages of the site a publication updates: names and paths. */
export function SiteChanges({ record, addresses, titles }: Props) {
  const t = useT()
  const locale = useLocale()
  const nameOf = (path: string) => {
    const title = titles.find(({ address }) => address === path)?.title
    if (title) return title[locale] || title.en || title.zh
    return isOwn(path) ? t(ownWords[path]) : ''
  }
  if (addresses.length === 0) return null
  const all = addresses.includes('*')
  const own = addresses.filter((one) => one !== '*')
  return (
    <section>
      <h3 className="mb-2 text-lg">{t('records.site-changes')}</h3>
      <ul className="space-y-1">
        {all && <Line icon="page">{t('records.every-page')}</Line>}
        {own.slice(0, 8).map((path) => (
          <Line key={path} icon="page">
            <a href={path} target="_blank" rel="noreferrer" className="link break-all">
              {nameOf(path) || path}
            </a>
            {nameOf(path) && <span className="block break-all text-sm text-ink-2">{path}</span>}
          </Line>
        ))}
        {own.length > 8 && <li className="pl-8 text-ink-2">{t('records.pages-more', { count: own.length - 8 })}</li>}
        {(all || own.some((one) => searched.test(one))) && !factsOf(record.kind).asks && (
          <Line icon="search">{t('records.site-map')}</Line>
        )}
      </ul>
      {!all && <p className="mt-2 text-sm text-ink-2">{t('records.no-other-page', { count: own.length })}</p>}
    </section>
  )
}

function isOwn(path: string): path is keyof typeof ownWords {
  return path in ownWords
}

function Line({ icon, children }: { icon: 'page' | 'search'; children: React.ReactNode }) {
  return (
    <li className="flex gap-3">
      <Icon name={icon} className="mt-0.5 shrink-0 text-ink-2" />
      <span className="min-w-0">{children}</span>
    </li>
  )
}
