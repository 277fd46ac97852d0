import { useState } from 'react'
import { useLocale, useT } from '../../../i18n/context.tsx'
import { dateTime } from '../../../i18n/format.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Notice } from '../../../ui/notice.tsx'
import type { Unsaved } from '../../kit/draft/keeper.ts'
import { fieldName, isShaped } from '../field/field-name.ts'

type Props = { left: Unsaved; onPutIn: () => void; onForget: () => void }

/** Offers unsaved input from an earlier visit, after a crash or power failure. */
export function LeftHere({ left, onPutIn, onForget }: Props) {
  const t = useT()
  const locale = useLocale()
  const [looking, setLooking] = useState(false)
  return (
    <div className="mb-4">
      <Notice kind="success" role="status" title={t('records.left-here')}>
        <p>{t('records.left-here-text', { at: dateTime(locale, left.at) })}</p>
        <div className="mt-3 flex flex-wrap gap-3">
          <Button onClick={() => setLooking(true)}>{t('office.view')}</Button>
          <Button kind="primary" onClick={onPutIn}>
            {t('records.put-in')}
          </Button>
          <Button kind="quiet" onClick={onForget}>
            {t('records.left-forget')}
          </Button>
        </div>
      </Notice>
      <Dialog open={looking} onClose={() => setLooking(false)} title={t('records.left-here')}>
        <dl className="space-y-4">
          {Object.entries(left.fields).map(([field, { value }]) => (
            <div key={field}>
              <dt className="font-bold">{fieldName(t, field)}</dt>
              <dd className="whitespace-pre-line wrap-anywhere">
                {isShaped(field) ? t('records.shaped') : wordsOf(value)}
              </dd>
            </div>
          ))}
        </dl>
      </Dialog>
    </div>
  )
}

/** A text without its markup, one line for each paragraph. */
export function wordsOf(html: string): string {
  const { body } = new DOMParser().parseFromString(html.replace(/<\/(p|h[2-4]|li|tr)>/g, '$&\n'), 'text/html')
  return (body.textContent ?? '').trim()
}
