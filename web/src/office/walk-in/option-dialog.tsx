import { useQuery } from '@tanstack/react-query'
import { isSoldOut, type OfferingOption } from '../../domain/offering.ts'
import { useLocale, useT } from '../../i18n/context.tsx'
import { money } from '../../i18n/format.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Loaded } from '../kit/query/loaded.tsx'
import type { Offering } from './draft.ts'
import { offeringQuery } from './walk-in-queries.ts'

type Props = {
  /** The offering whose options are shown; undefined when the dialog is closed. */
  offeringKey: string | undefined
  onClose: () => void
  onChoose: (offering: Offering, optionId: string) => void
}

/** Chooses an option of an offering with one click. */
export function OptionDialog({ offeringKey, onClose, onChoose }: Props) {
  const t = useT()
  const locale = useLocale()
  const query = useQuery({
    ...offeringQuery(offeringKey ?? '', locale),
    enabled: offeringKey !== undefined,
  })
  return (
    <Dialog open={offeringKey !== undefined} onClose={onClose} title={query.data?.title ?? t('walk-in.choose')}>
      <Loaded query={query} lines={3}>
        {(offering) =>
          offering.enquiryOnly ? (
            <p className="text-lg">{t('walk-in.enquiry-only')}</p>
          ) : (
            <ul className="space-y-3">
              {offering.options.map((option) => (
                <li key={option.id}>
                  <Choice option={option} onPress={() => onChoose(offering, option.id)} />
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </Dialog>
  )
}

function Choice({ option, onPress }: { option: OfferingOption; onPress: () => void }) {
  const t = useT()
  const gone = isSoldOut(option)
  const yearly = !option.terms.includes('once')
  return (
    <button
      type="button"
      disabled={gone}
      onClick={onPress}
      className="flex min-h-16 w-full items-center justify-between gap-4 rounded-2xl bg-white px-5 py-3 text-left shadow-[inset_0_0_0_1.5px_var(--color-line-2)] hover:bg-gold-1 disabled:opacity-60"
    >
      <span className="min-w-0">
        <span className="block text-lg font-bold leading-tight">{option.title}</span>
        <span className="block text-sm text-ink-2">{option.description}</span>
        {(gone || option.remaining !== undefined) && (
          <span className="block text-sm font-semibold text-gold-7">
            {gone ? t('common.state-sold-out') : t('offering.left', { count: option.remaining ?? 0 })}
          </span>
        )}
        {yearly && <span className="block text-sm font-semibold text-gold-7">{t('walk-in.account-only')}</span>}
      </span>
      <span className="shrink-0 text-xl font-bold">
        {option.price === undefined ? t('offering.any-amount') : money(option.price, true)}
      </span>
    </button>
  )
}
