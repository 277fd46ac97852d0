import { useId, type ReactNode } from 'react'
import { useLocale, useT } from '../../../../i18n/context.tsx'
import { Badge } from '../../../../ui/badge.tsx'
import { Icon } from '../../../../ui/icon.tsx'
import { IconButton } from '../../../../ui/icon-button.tsx'
import type { RecordWork } from '../../frame/use-record-work.ts'
import { BothTitles } from '../../../kit/format/both-titles.tsx'
import { SortableRow } from '../../../kit/list/sortable-row.tsx'
import { ChoiceList } from './choice-list.tsx'
import { QuestionFields } from './question-fields.tsx'
import { kindOf, questionIcons } from './question-kinds.ts'
import type { AskFields, Question } from './questions.ts'

type Props = {
  question: Question
  open: boolean
  work: RecordWork
  live: AskFields
  onOpen: () => void
  list: string
  at: number
  count: number
  onMove: (from: number, to: number) => void
  onRemove: () => void
  onField: (name: string) => void
  /** The questions for each person of a list. */
  children: ReactNode
}

/** A question in the list: its label in both languages and, expanded, its properties. */
export function QuestionRow({ question, open, work, live, list, at: place, count, children, ...does }: Props) {
  const t = useT()
  const locale = useLocale()
  const id = useId()
  const { at, field } = question
  const kind = kindOf(field)
  const title = field.label[locale] || field.label.en || field.label.zh || t('records-form.no-words')
  const isNew = live[`${at}.type`] === undefined
  return (
    <SortableRow list={list} at={place} onMove={does.onMove} className="bg-card">
      {(handle) => (
        <>
          <div className="flex flex-wrap items-center gap-x-2 px-3 py-2 sm:flex-nowrap sm:px-4">
            {handle}
            <button
              type="button"
              aria-expanded={open}
              aria-controls={id}
              onClick={does.onOpen}
              className="flex min-h-12 min-w-0 grow basis-56 items-center gap-3 rounded-2xl px-1 text-left"
            >
              <Icon name={questionIcons[kind]} className="shrink-0 text-cinnabar" />
              <span className="min-w-0">
                <span className="flex flex-wrap gap-x-2 font-bold wrap-anywhere [&>*+*]:font-normal">
                  {field.label.en || field.label.zh ? <BothTitles title={field.label} /> : title}
                </span>
                <span className="block text-sm text-ink-2">
                  {t(`records-form.kind-${kind}`)}
                  {' · '}
                  {t(
                    work.snapshot.fields[`${at}.oneof`]
                      ? 'records-form.is-one-of'
                      : field.required
                        ? 'records-form.is-needed'
                        : 'records-form.is-optional',
                  )}
                </span>
              </span>
              {isNew && (
                <Badge tone="wait" size="small">
                  {t('records-form.new')}
                </Badge>
              )}
              {/* The arrow buttons beside it move the question. */}
              <Icon name={open ? 'close' : 'edit'} size={20} className="ml-auto shrink-0" />
            </button>
            <IconButton
              icon="up"
              className="ml-auto"
              label={t('records-form.up', { title })}
              disabled={place === 0}
              onClick={() => does.onMove(place, place - 1)}
            />
            <IconButton
              icon="down"
              label={t('records-form.down', { title })}
              disabled={place === count - 1}
              onClick={() => does.onMove(place, place + 1)}
            />
          </div>
          <div id={id} hidden={!open} className="space-y-4 px-4 pb-5 sm:px-6">
            {open && (
              <>
                <QuestionFields question={question} work={work} onField={does.onField} />
                {(field.type === 'choice' || field.type === 'relation') && (
                  <ChoiceList question={question} work={work} onField={does.onField} />
                )}
                {children}
                <button type="button" className="btn btn-3 text-cinnabar" onClick={does.onRemove}>
                  <Icon name="trash" />
                  {t('records-form.remove')}
                </button>
              </>
            )}
          </div>
        </>
      )}
    </SortableRow>
  )
}
