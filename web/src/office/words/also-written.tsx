import { Link } from 'wouter'
import type { Value } from '../../api/client.ts'
import { useLocale, useT } from '../../i18n/context.tsx'
import { languageTag } from '../../i18n/messages.ts'
import { Icon, type IconName } from '../../ui/icon.tsx'
import { factsOf, recordPath } from '../kit/site/record-kinds.ts'
import { WordHeading } from './word-heading.tsx'

export type Written = Value<'/api/admin/written', 'get'>

const icons = {
  pages: 'page',
  banners: 'banner',
  offerings: 'lamp',
  forms: 'bullets',
  contact: 'pin',
  events: 'calendar',
  texts: 'edit',
} as const satisfies Record<ReturnType<typeof factsOf>['area'], IconName>

/** The searched text also occurs in records of the office: shows which, with links. */
export function AlsoWritten({ written: { items, total } }: { written: Written }) {
  const t = useT()
  const locale = useLocale()
  if (items.length === 0) return null
  return (
    <section aria-labelledby="words-written">
      <WordHeading id="words-written" count={total}>
        {t('words.also-written')}
      </WordHeading>
      <ul>
        {items.map(({ record, field, excerpt }) => {
          const { en, zh } = record.title
          const title = (locale === 'zh' ? zh || en : en || zh) || record.key
          return (
            <li
              key={record.id}
              className="flex flex-wrap items-center gap-x-3 gap-y-1 border-t border-line px-5 py-3 first:border-t-0"
            >
              <Icon name={icons[factsOf(record.kind).area]} size={20} className="shrink-0" />
              <p className="min-w-0 grow basis-64 wrap-anywhere">
                {title}:{' '}
                <q lang={field.endsWith('.zh') ? languageTag.zh : languageTag.en}>
                  {excerpt.before}
                  <mark className="rounded bg-gold-3 px-0.5 text-lacquer">{excerpt.found}</mark>
                  {excerpt.after}
                </q>
              </p>
              <Link href={recordPath(record)} className="link touch font-bold">
                {t('words.go-written')}
                <span className="sr-only">: {title}</span>
              </Link>
            </li>
          )
        })}
      </ul>
      {total > items.length && (
        <p className="border-t border-line px-5 py-3 text-sm text-ink-2">
          {t('words.more-written', { count: total - items.length })}
        </p>
      )}
    </section>
  )
}
