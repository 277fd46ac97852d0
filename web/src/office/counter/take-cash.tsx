import { Link } from 'wouter'
import { useT } from '../../i18n/context.tsx'
import { money } from '../../i18n/format.ts'
import { Button } from '../../ui/button.tsx'
import { UnsentNotice } from '../kit/act/unsent-notice.tsx'
import { CashFields } from './cash-fields.tsx'
import type { TakeCash as Taking } from './use-take-cash.ts'

/** The field for the cash given, a link to opening a cash box if none is open, and the button that books. */
export function TakeCash({ cash, amount }: { cash: Taking; amount: number }) {
  const t = useT()
  const { take, error } = cash
  return (
    <>
      <CashFields
        field={cash.field}
        due={cash.due}
        typed={cash.typed}
        error={error}
        locked={take.unsent}
        onType={cash.type}
      />
      {cash.noShift && error && (
        <p>
          <Link href="/counter/shift" className="link font-bold">
            {t('office.open-shift')}
          </Link>
        </p>
      )}
      {take.unsent && <UnsentNotice text={t('office.unsent-cash')} onStop={take.stop} />}
      <Button type="submit" kind="primary" wide pending={take.pending} className="min-h-16 text-xl">
        {take.unsent ? t('common.try-again') : t('office.take', { amount: money(amount) })}
      </Button>
    </>
  )
}
