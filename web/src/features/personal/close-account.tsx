import { useEffect, useRef, useState } from 'react'
import { useT } from '../../i18n/context.tsx'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { CloseForm } from './close-form.tsx'
import { OwedList } from './owed-list.tsx'
import type { Overview, PasswordInput } from './overview.ts'

type Props = Pick<Overview, 'grace' | 'open' | 'unpaid' | 'staff'> & {
  Password: PasswordInput
  onClosed: () => Promise<void>
}

/** Closing the account in two steps: first what happens and what stays, then the password. */
export function CloseAccount({ grace, open, unpaid, staff, Password, onClosed }: Props) {
  const t = useT()
  const [begun, setBegun] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)
  const begin = useRef<HTMLButtonElement>(null)
  const was = useRef(false)
  useEffect(() => {
    if (begun) heading.current?.focus()
    else if (was.current) begin.current?.focus()
    was.current = begun
  }, [begun])
  if (staff) return <p>{t('data.close-staff')}</p>
  if (open.length > 0)
    return (
      <Notice title={t('data.close-open-lead')}>
        <p>{t('data.close-open-text')}</p>
        <OwedList owed={open} />
      </Notice>
    )
  if (!begun)
    return (
      <>
        <p className="mb-4">{t('data.close-text', { days: grace })}</p>
        <Button ref={begin} onClick={() => setBegun(true)}>
          {t('data.close-begin')}
        </Button>
      </>
    )
  return (
    <div className="space-y-6">
      <div>
        <h3 ref={heading} tabIndex={-1} className="mb-2 text-xl outline-none">
          {t('data.close-what-title')}
        </h3>
        <ol className="list-decimal space-y-2 pl-6">
          <li>{t('data.close-what-now')}</li>
          <li>{t('data.close-what-days', { days: grace })}</li>
          <li>{t('data.close-what-then')}</li>
        </ol>
      </div>
      <div>
        <h3 className="mb-2 text-xl">{t('data.close-stays-title')}</h3>
        <ul className="list-disc space-y-2 pl-6">
          <li>{t('data.close-stays-books')}</li>
          <li>{t('data.close-stays-names')}</li>
        </ul>
      </div>
      {unpaid.length > 0 && (
        <Notice kind="warning" title={t('data.close-unpaid-lead')}>
          <p>{t('data.close-unpaid-text')}</p>
          <OwedList owed={unpaid} />
        </Notice>
      )}
      <CloseForm Password={Password} onClosed={onClosed} onBack={() => setBegun(false)} />
    </div>
  )
}
