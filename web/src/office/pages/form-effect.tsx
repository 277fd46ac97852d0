import { useLocale, useT } from '../../i18n/context.tsx'
import { Icon } from '../../ui/icon.tsx'
import type { Check } from './record-queries.ts'

type Effect = NonNullable<Check['form']>

/** What a new version of a form does to what is under way: each change with its verdict, and how much it touches. */
export function FormEffect({ effect: { changes, held, users } }: { effect: Effect }) {
  const t = useT()
  const locale = useLocale()
  const asks = changes.some((one) => one.asks)
  const title = asks ? t('forms.asks-again', { count: held.cartsAsked }) : t('forms.undisturbed')
  return (
    <section
      className={`mb-4 rounded-2xl border-l-4 p-4 ${asks ? 'border-gold-7 bg-gold-1' : 'border-jade bg-jade-1'}`}
    >
      <h3 className="flex gap-2 font-bold">
        <Icon name={asks ? 'warning' : 'check'} className="shrink-0" />
        {title}
      </h3>
      <ul className="my-2 space-y-1">
        {changes.map((one, i) => (
          // oxlint-disable-next-line react/no-array-index-key -- a change may come twice, and holds nothing of its own
          <li key={i} className="flex flex-wrap justify-between gap-x-4">
            <span>
              {(one.label[locale] || one.label.en) && <b>{one.label[locale] || one.label.en}: </b>}
              {t(`forms.change-${one.code}`)}
            </span>
            <span className="font-semibold">{t(one.asks ? 'forms.verdict-asks' : 'forms.verdict-harmless')}</span>
          </li>
        ))}
      </ul>
      <p>
        {t('forms.held', {
          carts: held.carts,
          orders: held.orders,
          subscriptions: held.subscriptions,
          entries: held.entries,
        })}
      </p>
      {users.length > 0 && (
        <p className="text-sm text-ink-2">
          {t('forms.used-by', {
            titles: users.map(({ title: words }) => words[locale]).join(locale === 'zh' ? '、' : ', '),
          })}
        </p>
      )}
    </section>
  )
}
