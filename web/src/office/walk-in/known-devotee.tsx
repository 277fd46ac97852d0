import { useT } from '../../i18n/context.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Icon } from '../../ui/icon.tsx'
import { PayerNames } from '../kit/person/payer-names.tsx'
import type { Known } from './draft.ts'

type Props = { known: Known; chosen: boolean; error?: string; onChoose: (chosen: boolean) => void }

/**
 * The account with the number, and whether to link the order to it: then the member sees it, and terms can be renewed.
 */
export function KnownDevotee({ known, chosen, error, onChoose }: Props) {
  const t = useT()
  return (
    <div className="rounded-2xl bg-jade-1 p-4 sm:p-5">
      <p className="flex items-center gap-3 text-lg font-bold">
        <Icon name="user" className="text-jade" />
        <PayerNames name={known.name} chinese={known.chineseName} />
      </p>
      <Checkbox
        label={t('walk-in.for-account')}
        hint={t('walk-in.for-account-hint')}
        error={error}
        checked={chosen}
        onChange={(event) => onChoose(event.target.checked)}
      />
    </div>
  )
}
