import { Link } from 'wouter'
import { useLocale, useT } from '../../i18n/context.tsx'
import { time } from '../../i18n/format.ts'
import { Button } from '../../ui/button.tsx'
import { Icon, type IconName } from '../../ui/icon.tsx'
import type { SaveState, Snapshot } from '../kit/draft/keeper.ts'
import { PageTop } from '../kit/page-top.tsx'
import { Initial } from '../kit/initial.tsx'
import { fieldName } from './field-name.ts'
import { LanguageState } from './language-state.tsx'
import { recordPath } from '../kit/record-path.ts'
import { hasSomething, titleOf, type Detail, type Summary } from './record-queries.ts'

type Props = {
  record: Summary
  snapshot: Snapshot
  others: Detail['others']
  /** Where one's own cursor is. */
  field: string
  onPublish: () => void
  onPreview: () => void
  onSave: () => void
}

const mark = 'rounded-md bg-paper-2 px-1.5 text-sm font-bold text-ink-2'

/** Above the text: its name, how it stands, and what can be done with it. */
export function EditorTop({ record, snapshot, others, field, onPublish, onPreview, onSave }: Props) {
  const t = useT()
  const locale = useLocale()
  const other = locale === 'en' ? 'zh' : 'en'
  const whereIs = ({ name, field: theirs }: Detail['others'][number]) => {
    if (!theirs) return t('pages.is-here', { name })
    return t(theirs === field ? 'pages.here-same' : 'pages.here-in', { name, field: fieldName(t, theirs) })
  }
  const something = hasSomething(record)
  return (
    <div className="mb-4 flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
      <div className="min-w-0">
        <PageTop
          title={record.kind === 'place' ? t('office.area-contact') : titleOf(record, locale)}
          twin={
            record.kind !== 'place' && record.title.en && record.title.zh
              ? { text: record.title[other], language: other }
              : undefined
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
          <SaveLine snapshot={snapshot} onSave={onSave} />
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
          {t('pages.history')}
        </Link>
        {record.kind !== 'message' && record.kind !== 'form' && (
          <Button icon="eye" onClick={onPreview}>
            {t('pages.preview')}
          </Button>
        )}
        <Button kind="primary" onClick={onPublish} disabled={!something && snapshot.unsaved === 0}>
          {t(something || snapshot.unsaved > 0 ? 'pages.publish' : 'pages.nothing-to-publish')}
        </Button>
      </div>
    </div>
  )
}

const icons: Record<SaveState, IconName> = {
  saved: 'check',
  waiting: 'edit',
  saving: 'edit',
  offline: 'warning',
  refused: 'warning',
  gone: 'warning',
}

/** Whether the server has what was typed. It is read out when it changes. */
function SaveLine({ snapshot, onSave }: { snapshot: Snapshot; onSave: () => void }) {
  const t = useT()
  const locale = useLocale()
  const { state, savedAt, unsaved, errors } = snapshot
  const wrong = Object.keys(errors)
  const words = {
    saved: savedAt > 0 ? t('pages.saved-at', { time: time(locale, savedAt) }) : t('pages.saved'),
    waiting: t('pages.saving'),
    saving: t('pages.saving'),
    offline: t('pages.offline', { count: unsaved }),
    refused: t('pages.refused', { count: wrong.length, fields: wrong.map((name) => fieldName(t, name)).join(', ') }),
    gone: t('pages.gone'),
  }
  const tone =
    state === 'saved' ? 'text-jade' : state === 'waiting' || state === 'saving' ? 'text-ink-2' : 'text-cinnabar'
  return (
    <span className={`flex flex-wrap items-center gap-1.5 text-sm font-semibold ${tone}`}>
      <Icon name={icons[state]} size={18} />
      <span role="status">{words[state]}</span>
      {state === 'offline' && (
        <button type="button" className="link min-h-11" onClick={onSave}>
          {t('pages.try-now')}
        </button>
      )}
    </span>
  )
}
