import { Link } from 'wouter'
import { useLocale, useT } from '../../../i18n/context.tsx'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import type { Snapshot } from '../../kit/draft/keeper.ts'
import { PageTop } from '../../kit/layout/page-top.tsx'
import { Initial } from '../../kit/person/initial.tsx'
import { fieldName } from '../field/field-name.ts'
import { LanguageState } from './language-state.tsx'
import { factsOf, recordPath } from '../../kit/site/record-kinds.ts'
import { hasSomething, titleOf, type Detail, type Summary } from '../record-queries.ts'

type Props = {
  record: Summary
  snapshot: Snapshot
  others: Detail['others']
  /** The field that has the cursor. */
  field: string
  onPublish: () => void
  onPreview: () => void
}

const mark = 'rounded-md bg-paper-2 px-1.5 text-sm font-bold text-ink-2'

/** The top of an editor: title, state, and actions. */
export function EditorTop({ record, snapshot, others, field, onPublish, onPreview }: Props) {
  const t = useT()
  const locale = useLocale()
  const other = locale === 'en' ? 'zh' : 'en'
  const whereIs = ({ name, field: theirs }: Detail['others'][number]) => {
    if (!theirs) return t('records.is-here', { name })
    return t(theirs === field ? 'records.here-same' : 'records.here-in', { name, field: fieldName(t, theirs) })
  }
  const something = hasSomething(record)
  const { area, single, drawn } = factsOf(record.kind)
  return (
    <div className="mb-1 flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
      <div className="min-w-0">
        <PageTop
          title={single ? t(`office.area-${area}`) : titleOf(record, locale)}
          twin={
            !single && record.title.en && record.title.zh ? { text: record.title[other], language: other } : undefined
          }
        />
        <div className="-mt-3 flex flex-wrap items-center gap-x-4 gap-y-2">
          <span className="flex items-center gap-1.5">
            <span className={mark}>EN</span>
            <LanguageState record={record} language="en" />
          </span>
          <span className="flex items-center gap-1.5">
            <span lang="zh-Hans" className={mark}>
              中
            </span>
            <LanguageState record={record} language="zh" />
          </span>
          {others.map((one) => (
            <span key={one.id} className="flex items-center gap-2 text-sm text-ink-2">
              <Initial person={one} />
              <span className="min-w-0 wrap-anywhere">{whereIs(one)}</span>
            </span>
          ))}
        </div>
      </div>
      <div className="flex flex-wrap items-center gap-3 max-sm:w-full">
        <Link href={`${recordPath(record)}?view=history`} className="btn btn-3">
          <Icon name="history" />
          {t('records.history')}
        </Link>
        {!drawn && (
          <Button icon="eye" onClick={onPreview}>
            {t('records.preview')}
          </Button>
        )}
        <Button kind="primary" onClick={onPublish} disabled={!something && snapshot.unsaved === 0}>
          {t(something || snapshot.unsaved > 0 ? 'records.publish' : 'records.nothing-to-publish')}
        </Button>
      </div>
    </div>
  )
}
