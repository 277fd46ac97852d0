import { useEffect, useRef, useState } from 'react'
import { api } from '../../api/client.ts'
import { AskingForm } from '../../forms/asking-form.tsx'
import { formText } from '../../forms/form-text.ts'
import { MobileField } from '../../forms/mobile-field.tsx'
import { useForm } from '../../forms/use-form.ts'
import { useT } from '../../i18n/context.tsx'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'

/** Asks for a mobile number, to which the link is sent. The answer is the same for every number. */
export function FindForm() {
  const t = useT()
  const [sent, setSent] = useState(false)
  const form = useForm({
    read: (typed) => formText(typed, 'mobile').trim(),
    check: (mobile) => (/\d{3}/.test(mobile) ? [] : [{ id: 'mobile', key: 'lamp.find-missing' }]),
    send: (mobile) => api.post('/api/lamp/find', { body: { mobile } }),
    control: (field) => field && 'mobile',
    done: () => setSent(true),
  })
  if (sent) return <SentPanel onAgain={() => setSent(false)} />
  return (
    <AskingForm form={form} button={t('lamp.find-button')}>
      <MobileField
        id="mobile"
        name="mobile"
        label={t('common.field.mobile')}
        hint={t('lamp.find-mobile-hint')}
        error={form.errorOf('mobile')}
      />
    </AskingForm>
  )
}

/** Says that a message was sent if the number is known. It takes the focus, because it replaces the form. */
function SentPanel({ onAgain }: { onAgain: () => void }) {
  const t = useT()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <div className="text-center">
      <span className="mx-auto grid h-16 w-16 place-items-center rounded-full bg-jade-1 text-jade">
        <Icon name="mail" size={34} />
      </span>
      <h2 ref={heading} tabIndex={-1} className="mt-4 text-2xl outline-none">
        {t('lamp.find-sent-title')}
      </h2>
      <p className="mt-2 text-lg">{t('lamp.find-sent')}</p>
      <p className="mt-4 text-ink-2">{t('lamp.find-nothing')}</p>
      <Button className="mt-6" onClick={onAgain}>
        {t('lamp.find-again')}
      </Button>
    </div>
  )
}
