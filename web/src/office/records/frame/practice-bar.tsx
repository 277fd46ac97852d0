import { useState } from 'react'
import { useLocation } from 'wouter'
import { useT } from '../../../i18n/context.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { EndPractice } from '../../kit/act/end-practice.tsx'

/** Says that this page is never published, and lets the user delete it. */
export function PracticeBar() {
  const t = useT()
  const [, navigate] = useLocation()
  const [asking, setAsking] = useState(false)
  return (
    <div className="mb-4">
      <Notice kind="info" title={t('records.practice-bar')}>
        <p className="mb-2">{t('records.practice-bar-text')}</p>
        <Button kind="quiet" icon="trash" onClick={() => setAsking(true)}>
          {t('records.practice-end')}
        </Button>
      </Notice>
      <Dialog open={asking} onClose={() => setAsking(false)} title={t('records.practice-end-ask')}>
        <p className="mb-4">{t('records.practice-end-text')}</p>
        <div className="flex flex-wrap justify-end gap-3">
          <Button onClick={() => setAsking(false)}>{t('common.cancel')}</Button>
          <EndPractice words={t('records.practice-end')} onDone={() => navigate('/today')} />
        </div>
      </Dialog>
    </div>
  )
}
