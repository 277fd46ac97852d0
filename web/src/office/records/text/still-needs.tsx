import { useT } from '../../../i18n/context.tsx'
import { languageTag } from '../../../i18n/messages.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Card } from '../../kit/layout/card.tsx'
import type { RecordWork } from '../frame/use-record-work.ts'
import { goesTogether, languages, type Language } from '../record-queries.ts'
import { lackingIn } from './text-blocks.ts'

type Props = {
  work: RecordWork
  limits: Readonly<Record<string, number>>
  /** Goes to a field and, in a text, to a block. */
  onGo: (language: Language, field: string, block: number) => void
}

const open = 'bg-cinnabar-1 text-cinnabar'
const good = 'bg-jade-1 text-jade'
const mild = 'bg-paper-2 text-ink-2'

/** What the incomplete language still needs, part by part, with links. Renders nothing if both are complete. */
export function StillNeeds({ work, limits, onGo }: Props) {
  const t = useT()
  const { fields } = work.snapshot
  const { record } = work
  const said = (name: string) => (fields[name] ?? '').trim() !== ''
  const behind = languages.find((one) => {
    const other = one === 'en' ? 'zh' : 'en'
    if (record[one].onSite || !said(`html.${other}`)) return false
    return (
      !said(`title.${one}`) || lackingIn(fields[`html.${one}`] ?? '', fields[`html.${other}`] ?? '').lacking.length > 0
    )
  })
  if (!behind || record.takenAt) return null
  const other = behind === 'en' ? 'zh' : 'en'
  const text = lackingIn(fields[`html.${behind}`] ?? '', fields[`html.${other}`] ?? '')
  const summary = `summary.${behind}` in limits
  const done = [said(`title.${behind}`), text.lacking.length === 0, ...(summary ? [said(`summary.${behind}`)] : [])]
  const tile = (field: string, there: boolean, words: string, needed = true) => (
    <li>
      <button
        type="button"
        className={`flex min-h-16 w-full flex-col rounded-2xl p-3 text-left ${there ? good : needed ? open : mild}`}
        onClick={() => onGo(behind, field, text.lacking[0]?.at ?? 0)}
      >
        <span className="flex items-center gap-2 font-bold text-ink">
          <Icon
            name={there ? 'check' : needed ? 'warning' : 'edit'}
            className={there ? 'text-jade' : needed ? 'text-cinnabar' : ''}
          />
          {t(`records.needs-${field === 'title' || field === 'html' ? field : 'summary'}`)}
        </span>
        <span>{words}</span>
      </button>
    </li>
  )
  return (
    <div className="mt-5">
      <Card
        title={t(`records.needs-${behind}`)}
        aside={
          <Badge tone="act">{t('records.needs-count', { done: done.filter(Boolean).length, all: done.length })}</Badge>
        }
      >
        <p className="text-ink-2">
          {t(goesTogether(record.kind) ? 'records.needs-text-both' : `records.needs-text-${behind}`)}
        </p>
        <ul className={`mt-3 grid gap-3 ${summary ? 'sm:grid-cols-3' : 'sm:grid-cols-2'}`}>
          {tile(
            'title',
            said(`title.${behind}`),
            t(said(`title.${behind}`) ? 'records.needs-there' : 'records.needs-open'),
          )}
          {tile(
            'html',
            text.lacking.length === 0,
            text.lacking.length === 0
              ? t('records.needs-there')
              : t('records.needs-parts', { count: text.lacking.length }),
          )}
          {summary &&
            tile(
              'summary',
              said(`summary.${behind}`),
              t(said(`summary.${behind}`) ? 'records.needs-there' : 'records.needs-good'),
              false,
            )}
        </ul>
        {said(`html.${behind}`) && text.lacking.length > 0 && (
          <ol aria-label={t('records.needs-list')} className="mt-3 divide-y divide-line">
            {text.lacking.map(({ place, words, at }) => (
              <li key={place}>
                <button
                  type="button"
                  className="flex min-h-11 w-full items-center gap-2 text-left"
                  onClick={() => onGo(behind, 'html', Math.max(at, 0))}
                >
                  <Icon name="edit" className="shrink-0 text-cinnabar" />
                  <span lang={languageTag[other]} className="min-w-0 truncate">
                    {words}
                  </span>
                </button>
              </li>
            ))}
          </ol>
        )}
      </Card>
    </div>
  )
}
