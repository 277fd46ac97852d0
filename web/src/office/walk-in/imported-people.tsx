import { useLocale, useT } from '../../i18n/context.tsx'
import { date, money, phone } from '../../i18n/format.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { PayerNames } from '../kit/person/payer-names.tsx'
import type { Imported } from './walk-in-queries.ts'

type Props = { people: readonly Imported[]; onTake: (one: Imported) => void }

/** People of imported lists without an account: their lamps and earlier gifts, and a button that orders for one. */
export function ImportedPeople({ people, onTake }: Props) {
  const t = useT()
  const locale = useLocale()
  return (
    <ul className="mt-3 divide-y divide-line">
      {people.map((one) => (
        <li key={one.id} className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3 py-3">
          <div className="min-w-0 grow basis-64 wrap-anywhere">
            <p className="flex items-start gap-2 text-lg font-bold">
              <Icon name="user" className="mt-1 shrink-0 text-gold-7" />
              <span>
                <PayerNames name={one.name} chinese={one.chineseName} />{' '}
                <span className="text-base font-normal text-ink-2">{t('walk-in.imported-from')}</span>
              </span>
            </p>
            <p className="text-ink-2">
              {one.mobile || one.phone ? phone(one.mobile || one.phone) : t('walk-in.imported-no-mobile')}
              {one.remark && ` · ${one.remark}`}
            </p>
            <ul>
              {(one.lamps ?? []).map((lamp) => (
                <li key={`${lamp.optionTitle} ${lamp.place} ${lamp.until}`}>
                  {lamp.title}, {lamp.optionTitle}
                  {lamp.place && ` · ${lamp.place}`} ·{' '}
                  {t('walk-in.imported-until', { day: date(locale, lamp.until, 'short') })}
                </li>
              ))}
              {(one.orders ?? []).map((order, i) => (
                // oxlint-disable-next-line react/no-array-index-key -- lines may repeat, and have no state
                <li key={i}>
                  {date(locale, order.day, 'short')} · {order.item}
                  {order.amount > 0 && ` · ${money(order.amount)}`}
                  {order.number && ` · ${order.number}`}
                </li>
              ))}
            </ul>
          </div>
          <Button onClick={() => onTake(one)}>
            {t('walk-in.imported-take')}
            <span className="sr-only"> {one.name || one.chineseName}</span>
          </Button>
        </li>
      ))}
    </ul>
  )
}
