import { useLocale, useT } from '../../../i18n/context.tsx'
import { Icon } from '../../../ui/icon.tsx'
import type { Check } from '../record-queries.ts'

export type Effect = NonNullable<Check['form']>

const kinds = ['carts', 'orders', 'subscriptions', 'entries'] as const

type Props = { effect: Effect; as?: 'h2' | 'h3' }

/**
 * What a new version of a form does to existing carts and orders: each change with its effect, and how many are
 * affected.
 */
export function FormEffect({ effect: { version, changes, held, users }, as: Heading = 'h3' }: Props) {
  const t = useT()
  const locale = useLocale()
  const asks = changes.some((one) => one.asks)
  const title = asks ? t('records.asks-again', { count: held.cartsAsked }) : t('records.undisturbed')
  const comma = locale === 'zh' ? '、' : ', '
  const parts = kinds.filter((kind) => held[kind] > 0).map((kind) => t(`records.held-${kind}`, { count: held[kind] }))
  const [rest, last = ''] = [parts.slice(0, -1), parts.at(-1)]
  return (
    <section className={`rounded-2xl border-l-4 p-4 ${asks ? 'border-gold-7 bg-gold-1' : 'border-jade bg-jade-1'}`}>
      <Heading className="flex gap-2 font-sans text-base font-bold">
        <Icon name={asks ? 'warning' : 'check'} className="shrink-0" />
        {title}
      </Heading>
      <ul className="my-2 space-y-1">
        {changes.map((one, i) => (
          // oxlint-disable-next-line react/no-array-index-key -- changes may repeat, and have no state
          <li key={i} className="flex flex-wrap justify-between gap-x-4">
            <span>
              {(one.label[locale] || one.label.en) && <b>{one.label[locale] || one.label.en}: </b>}
              {t(`records.change-${one.code}`)}
            </span>
            <span className="font-semibold">{t(one.asks ? 'records.verdict-asks' : 'records.verdict-harmless')}</span>
          </li>
        ))}
      </ul>
      <p>
        {parts.length === 0
          ? t('records.held-none')
          : t('records.held', {
              list: rest.length === 0 ? last : t('records.held-and', { first: rest.join(comma), last }),
              version,
            })}
      </p>
      {users.length > 0 && (
        <p className="text-sm text-ink-2">
          {t('records.used-by', {
            titles: users.map(({ title: words }) => words[locale]).join(comma),
          })}
        </p>
      )}
    </section>
  )
}
