import { useState } from 'react'
import { useLocale, useT } from '../../../../i18n/context.tsx'
import { date } from '../../../../i18n/format.ts'
import { Button } from '../../../../ui/button.tsx'
import { FieldError } from '../../../../ui/field.tsx'
import { Icon } from '../../../../ui/icon.tsx'
import { Panel } from '../../../../ui/panel.tsx'
import { TextField } from '../../../../ui/text-field.tsx'
import type { Exception, Preview } from './event-queries.ts'
import { DateField } from '../../../kit/field/date-field.tsx'
import { SelectField } from '../../../kit/field/select-field.tsx'
import { OptionalTime } from './optional-time.tsx'
import type { RuleCard } from './when-card.tsx'

const acts = ['left-out', 'moved', 'cancelled'] as const

/**
 * Exceptions of single dates: left out, moved, or cancelled and still listed. Removing an exception restores the date.
 */
export function ExceptionsCard({ rule, set, preview, errorOf }: RuleCard & { preview: Preview | undefined }) {
  const t = useT()
  const list = rule.exceptions ?? []
  const free = (preview?.next ?? []).filter((one) => !list.some((other) => other.day === one.day))
  const write = (exceptions: Exception[]) =>
    set({ ...rule, exceptions: exceptions.length > 0 ? exceptions : undefined })
  const put = (at: number, next: Exception) => write(list.map((one, i) => (i === at ? next : one)))
  const [first] = free
  const [open, setOpen] = useState<string>()
  // An exception with an error is expanded.
  const isOpen = (at: number) =>
    list[at]?.day === open ||
    ['', '.day', '.act', '.to', '.begins', '.note.en', '.note.zh'].some(
      (field) => errorOf(`rule.exceptions[${at}]${field}`) !== undefined,
    )
  return (
    <Panel aria-labelledby="exceptions-heading">
      <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
        <h2 id="exceptions-heading" className="text-2xl">
          {t('records-event.exceptions')}
        </h2>
        <Button
          icon="plus"
          disabled={!first}
          onClick={() => {
            if (!first) return
            write([...list, { day: first.day, act: 'left-out', note: { en: '', zh: '' } }])
            setOpen(first.day)
          }}
        >
          {t('records-event.exception-add')}
        </Button>
      </div>
      {list.length === 0 && <p className="text-ink-2">{t('records-event.exceptions-none')}</p>}
      <ul className="space-y-3">
        {list.map((one, i) => (
          <li key={one.day} className="space-y-3 rounded-2xl bg-paper-2 p-4">
            {isOpen(i) ? (
              <>
                <Fields
                  at={i}
                  one={one}
                  days={[one.day, ...free.map(({ day }) => day)]}
                  put={(next) => {
                    setOpen(next.day)
                    put(i, next)
                  }}
                  errorOf={errorOf}
                />
                <Button icon="undo" onClick={() => write(list.filter((other) => other !== one))}>
                  {t('common.undo')}
                </Button>
              </>
            ) : (
              <ExceptionLine one={one} onOpen={() => setOpen(one.day)} />
            )}
          </li>
        ))}
      </ul>
    </Panel>
  )
}

const icons = { 'left-out': 'close', moved: 'clock', cancelled: 'close' } as const

/** An exception on one line: date, change, and reason. */
function ExceptionLine({ one, onOpen }: { one: Exception; onOpen: () => void }) {
  const t = useT()
  const locale = useLocale()
  const day = date(locale, one.day, 'short')
  const to = [one.to && date(locale, one.to, 'short'), one.begins].filter(Boolean).join(', ')
  return (
    <div className="flex items-center gap-3">
      <Icon name={icons[one.act]} className="shrink-0" />
      <p className="min-w-0 grow wrap-anywhere">
        <b>
          {day}: {t(`records-event.act-${one.act}`)}
        </b>
        {to && ` → ${to}`}
        {one.note[locale] && ` · ${one.note[locale]}`}
      </p>
      <button
        type="button"
        className="link touch font-bold"
        onClick={onOpen}
        aria-label={t('records-event.exception-change', { day })}
      >
        {t('common.change')}
      </button>
    </div>
  )
}

type FieldsProps = {
  at: number
  one: Exception
  days: readonly string[]
  put: (next: Exception) => void
  errorOf: RuleCard['errorOf']
}

function Fields({ at, one, days, put, errorOf }: FieldsProps) {
  const t = useT()
  const locale = useLocale()
  const id = (field: string) => `rule.exceptions[${at}].${field}`
  const choose = (value: string) => {
    const act = acts.find((other) => other === value) ?? 'left-out'
    const { day, note } = one
    put(act === 'moved' ? { day, act, note, begins: '08:30' } : { day, act, note })
  }
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField
          id={id('day')}
          label={t('office.field.date')}
          value={one.day}
          options={days.map((day) => [day, date(locale, day)])}
          onChange={(day) => put({ ...one, day })}
          error={errorOf(id('day'))}
        />
        <SelectField
          id={id('act')}
          label={t('records-event.exception-act')}
          value={one.act}
          options={acts.map((act) => [act, t(`records-event.act-${act}`)])}
          onChange={choose}
          error={errorOf(id('act'))}
        />
      </div>
      {one.act === 'moved' && (
        <div className="grid gap-4 sm:grid-cols-2">
          <DateField
            id={id('to')}
            label={t('records-event.exception-to')}
            optional
            ahead
            value={one.to ?? ''}
            onChange={(to) => put({ ...one, to: to || undefined })}
            error={errorOf(id('to'))}
          />
          <OptionalTime
            id={id('begins')}
            label={t('records-event.exception-begins')}
            value={one.begins}
            onChange={(begins) => put({ ...one, begins })}
            error={errorOf(id('begins'))}
          />
        </div>
      )}
      {one.act !== 'left-out' && (
        <div className="grid gap-4 sm:grid-cols-2">
          {(['en', 'zh'] as const).map((language) => (
            <TextField
              key={language}
              id={id(`note.${language}`)}
              label={t(`records-event.note-${language}`)}
              lang={language === 'zh' ? 'zh-Hans' : 'en'}
              optional
              value={one.note[language]}
              onChange={(event) => put({ ...one, note: { ...one.note, [language]: event.target.value } })}
              error={errorOf(id(`note.${language}`))}
            />
          ))}
        </div>
      )}
      {errorOf(`rule.exceptions[${at}]`) && (
        <FieldError id={`${id('error')}-error`} text={errorOf(`rule.exceptions[${at}]`) ?? ''} />
      )}
    </>
  )
}
