import { Link } from 'wouter'
import { useLocale, useT } from '../../i18n/context.tsx'
import { date } from '../../i18n/format.ts'
import { Button } from '../../ui/button.tsx'
import type { Placeless } from './hall-queries.ts'

/** A lamp without a position: its names, its term, and the parsed position from an imported list. */
export function PlacelessRow({ lamp, onGive }: { lamp: Placeless; onGive?: () => void }) {
  const t = useT()
  const locale = useLocale()
  const { names, payer, number, invoiceId, until, words, meant, missing } = lamp
  const whom = names.join('、') || payer
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-b border-line py-3 last:border-0">
      <div className="min-w-0 grow basis-72">
        <p className="wrap-anywhere">
          <span className="font-names text-lg font-bold">{whom}</span>
          {missing > 1 && <span className="ml-2 text-ink-2">{t('halls.missing', { count: missing })}</span>}
        </p>
        <p className="text-ink-2 wrap-anywhere">
          {payer !== whom && `${payer} · `}
          {number ? (
            <Link href={`/orders/${invoiceId}`} className="link">
              {number}
            </Link>
          ) : (
            t('halls.from-list')
          )}
          {' · '}
          {until ? t('halls.until-date', { date: date(locale, until, 'short') }) : t('halls.without-end')}
        </p>
        {words && (
          <p className="wrap-anywhere">
            {t('halls.words', { words })}{' '}
            <span className="text-ink-2">{meant && t(`halls.meant-${meant.state}`, { code: meant.code ?? '' })}</span>
          </p>
        )}
      </div>
      {onGive && (
        <Button icon="pin" onClick={onGive}>
          {t('halls.choose-on-map')}
          <span className="sr-only">{whom}</span>
        </Button>
      )}
    </li>
  )
}
