import { useEffect, useRef } from 'react'
import { useT } from '../../i18n/context.tsx'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Icon } from '../../ui/icon.tsx'

/** Confirms a received message with its reference number. It takes the focus, because it replaces the form. */
export function ReceivedPanel(props: { reference: string; onAnother: () => void }) {
  const t = useT()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <div className="card p-6 text-center sm:p-10">
      <span className="mx-auto grid h-16 w-16 place-items-center rounded-full bg-jade-1 text-jade">
        <Icon name="check" size={34} />
      </span>
      <h2 ref={heading} tabIndex={-1} className="mt-4 text-3xl outline-none">
        {t('contact.received-title')}
      </h2>
      <p className="mx-auto mt-2 max-w-md text-lg text-ink-2">{t('contact.received-text')}</p>
      <div className="mx-auto mt-6 max-w-md rounded-2xl bg-gold-1 p-5">
        <p className="font-semibold">{t('contact.reference')}</p>
        <p className="mt-1 break-all font-mono text-2xl font-bold tracking-wider">{props.reference}</p>
        <div className="mt-3">
          <CopyButton text={props.reference} of={t('contact.reference')} />
        </div>
      </div>
      <p className="mx-auto mt-5 max-w-md text-ink-2">{t('contact.received-next')}</p>
      <Button className="mt-6" onClick={props.onAnother}>
        {t('contact.another')}
      </Button>
    </div>
  )
}
