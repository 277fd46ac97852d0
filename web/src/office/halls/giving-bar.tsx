import { useLocale, useT } from '../../i18n/context.tsx'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import type { Placeless } from './hall-queries.ts'

/** Shows for which lamp the user is choosing a position on the map. */
export function GivingBar({ lamp, onStop }: { lamp: Placeless; onStop: () => void }) {
  const t = useT()
  const locale = useLocale()
  return (
    <div className="mb-4">
      <Notice role="status" title={t('halls.giving', { name: lamp.names.join('、') || lamp.payer })}>
        <p>
          {t('halls.giving-text', { title: lamp.title[locale], option: lamp.optionTitle[locale] })}{' '}
          {lamp.words && t('halls.words', { words: lamp.words })}
        </p>
        <p className="mt-3">
          <Button onClick={onStop}>{t('halls.giving-stop')}</Button>
        </p>
      </Notice>
    </div>
  )
}
