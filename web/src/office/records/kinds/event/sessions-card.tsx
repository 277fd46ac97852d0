import { useState } from 'react'
import { useLocale, useT } from '../../../../i18n/context.tsx'
import { weekday } from '../../../../i18n/format.ts'
import { Button } from '../../../../ui/button.tsx'
import { IconButton } from '../../../../ui/icon-button.tsx'
import { Panel } from '../../../../ui/panel.tsx'
import { TextField } from '../../../../ui/text-field.tsx'
import { DayGrid } from '../../../kit/field/day-grid.tsx'
import type { Rule, Session } from './event-queries.ts'
import { lunarDay } from '../../../kit/format/lunar-words.ts'
import { toggled } from '../../../kit/field/toggled.ts'
import { numbersOf } from './rule-kind.ts'
import type { RuleCard } from './when-card.tsx'

const most = 8

const sessionFields = ['begins', 'ends', 'title.en', 'title.zh', 'place.en', 'place.zh', 'only']

/** The sessions of a day of the event: each has a time, and optionally its own name and place. */
export function SessionsCard({ rule, set, errorOf }: RuleCard) {
  const t = useT()
  const [open, setOpen] = useState<string>()
  // A single session, and one with an error, is expanded.
  const isOpen = (at: number) =>
    rule.sessions.length === 1 ||
    rule.sessions[at]?.key === open ||
    sessionFields.some((field) => errorOf(`rule.sessions[${at}].${field}`) !== undefined)
  const put = (at: number, part: Partial<Session>) =>
    set({ ...rule, sessions: rule.sessions.map((one, i) => (i === at ? { ...one, ...part } : one)) })
  const add = () => {
    const key = Array.from(crypto.getRandomValues(new Uint8Array(4)), (n) => n.toString(36)).join('')
    const text = { en: '', zh: '' }
    set({ ...rule, sessions: [...rule.sessions, { key, title: text, place: text, begins: '19:30', ends: '20:30' }] })
    setOpen(key)
  }
  return (
    <Panel aria-labelledby="sessions-heading">
      <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
        <h2 id="sessions-heading" className="text-2xl">
          {t('records-event.sessions')}
        </h2>
        <Button icon="plus" onClick={add} disabled={rule.sessions.length >= most}>
          {t('records-event.session-add')}
        </Button>
      </div>
      <ul className="divide-y divide-line">
        {rule.sessions.map((session, i) => (
          <li key={session.key} className="space-y-3 py-4">
            {rule.sessions.length > 1 && (
              <SessionLine
                at={i}
                session={session}
                rule={rule}
                open={isOpen(i)}
                onOpen={() => setOpen(isOpen(i) ? undefined : session.key)}
              />
            )}
            {isOpen(i) && (
              <Fields at={i} session={session} rule={rule} put={(part) => put(i, part)} errorOf={errorOf} />
            )}
            {isOpen(i) && rule.sessions.length > 1 && (
              <Button
                icon="trash"
                onClick={() => set({ ...rule, sessions: rule.sessions.filter((one) => one.key !== session.key) })}
              >
                {t('records-event.session-remove', { number: i + 1 })}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Panel>
  )
}

type LineProps = { at: number; session: Session; rule: Rule; open: boolean; onOpen: () => void }

/** A session on one line: name, time, place, and dates. */
function SessionLine({ at, session, rule, open, onOpen }: LineProps) {
  const t = useT()
  const locale = useLocale()
  const name = useNumberName(rule)
  const { title, place, only } = session
  const other = locale === 'zh' ? 'en' : 'zh'
  const hours = `${session.begins} – ${session.ends}`
  return (
    <div className="flex items-center gap-x-4 gap-y-1 max-sm:flex-wrap">
      <p className="min-w-0 grow basis-40 wrap-anywhere">
        <b>
          {title[locale] || title[other] || t('records-event.session-on', { number: at + 1, time: session.begins })}
        </b>
        {title[locale] && title[other] && (
          <span lang={other === 'zh' ? 'zh-Hans' : 'en'} className="block text-ink-2">
            {title[other]}
          </span>
        )}
      </p>
      <p className="basis-32 whitespace-nowrap">{hours}</p>
      <p className="basis-32 wrap-anywhere">{place[locale] || place[other]}</p>
      <p className="basis-24">
        {only ? only.map(name).join(locale === 'zh' ? '、' : ', ') : t('records-event.session-each')}
      </p>
      <IconButton
        icon={open ? 'up' : 'edit'}
        label={t('records-event.session-edit', { number: at + 1 })}
        aria-expanded={open}
        onClick={onOpen}
      />
    </div>
  )
}

type FieldsProps = {
  at: number
  session: Session
  rule: Rule
  put: (part: Partial<Session>) => void
  errorOf: RuleCard['errorOf']
}

function Fields({ at, session, rule, put, errorOf }: FieldsProps) {
  const t = useT()
  const name = useNumberName(rule)
  const id = (field: string) => `rule.sessions[${at}].${field}`
  const numbers = numbersOf(rule)
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        {(['begins', 'ends'] as const).map((field) => (
          <TextField
            key={field}
            id={id(field)}
            type="time"
            label={t(`records-event.session-${field}`)}
            value={session[field]}
            onChange={(event) => put({ [field]: event.target.value })}
            error={errorOf(id(field))}
          />
        ))}
        {(['title', 'place'] as const).flatMap((field) =>
          (['en', 'zh'] as const).map((language) => (
            <TextField
              key={`${field} ${language}`}
              id={id(`${field}.${language}`)}
              label={t(`records-event.session-${field}-${language}`)}
              lang={language === 'zh' ? 'zh-Hans' : 'en'}
              optional
              value={session[field][language]}
              onChange={(event) => put({ [field]: { ...session[field], [language]: event.target.value } })}
              error={errorOf(id(`${field}.${language}`))}
            />
          )),
        )}
      </div>
      {numbers.length > 1 && (
        <DayGrid
          id={id('only')}
          legend={t('records-event.session-only')}
          columns="grid-cols-4 sm:grid-cols-7"
          choices={numbers.map((value) => ({ value, label: name(value) }))}
          value={session.only ?? numbers}
          onChange={(n) => {
            const only = toggled(session.only ?? numbers, n)
            put({ only: only.length === numbers.length ? undefined : only })
          }}
          error={errorOf(id('only'))}
        />
      )}
    </>
  )
}

function useNumberName(rule: Rule): (n: number) => string {
  const t = useT()
  const locale = useLocale()
  if (rule.kind === 'lunar-monthly' || rule.kind === 'lunar-yearly') return lunarDay
  if (rule.kind === 'row') return (n) => t('records-event.row-day', { number: n })
  return rule.monthDays ? String : (n) => weekday(locale, `2024-01-0${n}`)
}
