import { useLocale, useT } from '../../../i18n/context.tsx'
import { time } from '../../../i18n/format.ts'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { ChoiceRow } from '../../kit/field/choice-row.tsx'
import { widthNames, type Width } from '../../kit/site/widths.ts'
import { hasSomething, titleOf, type Language, type Summary } from '../record-queries.ts'

/** The settings of a preview. */
export type Shown = { languages: Language | 'both'; width: Width; marking: boolean }

type Props = {
  id: string
  record: Summary
  savedAt: number
  shown: Shown
  onShow: (shown: Shown) => void
  onBack: () => void
  /** Absent if there is nothing to publish. */
  onPublish: (() => void) | undefined
}

/** The toolbar above a preview: draft, language, screen width, and next actions. */
export function PreviewBar({ id, record, savedAt, shown, onShow, onBack, onPublish }: Props) {
  const t = useT()
  const locale = useLocale()
  return (
    <header className="flex flex-wrap items-center gap-x-4 gap-y-2 bg-lacquer px-4 py-2.5 text-gold-1 sm:px-6">
      <button type="button" className="touch flex min-h-11 items-center gap-2 font-bold" onClick={onBack}>
        <Icon name="back" />
        {t('records.back-to-writing')}
      </button>
      <div className="min-w-0 grow basis-56 border-gold-1/30 sm:border-l sm:pl-4">
        <h2 id={id} className="text-lg leading-tight font-bold wrap-anywhere text-gold-1">
          {t('records.preview-of', { title: titleOf(record, locale) })}
        </h2>
        <p className="text-sm text-gold-3">
          {!hasSomething(record)
            ? t('records.preview-no-draft')
            : savedAt > 0
              ? t('records.preview-draft-at', { time: time(locale, savedAt) })
              : t('records.preview-draft')}
        </p>
      </div>
      <ChoiceRow
        label={t('office.field.language')}
        value={shown.languages}
        onChange={(languages) => onShow({ ...shown, languages })}
        options={[
          ['en', 'English'],
          [
            'zh',
            <span key="zh" lang="zh-Hans">
              中文
            </span>,
          ],
          ['both', t('records.preview-both')],
        ]}
      />
      <ChoiceRow
        label={t('records.preview-width')}
        value={shown.width}
        onChange={(width) => onShow({ ...shown, width })}
        options={widthNames.map((width) => [width, t(`records.preview-${width}`)] as const)}
      />
      <label className="flex min-h-11 items-center gap-2">
        <input
          type="checkbox"
          className="h-6 w-6 accent-gold"
          checked={shown.marking}
          onChange={() => onShow({ ...shown, marking: !shown.marking })}
        />
        {t('records.preview-changed')}
      </label>
      {onPublish && (
        <Button kind="primary" onClick={onPublish}>
          {t('records.publish')}
        </Button>
      )}
    </header>
  )
}
