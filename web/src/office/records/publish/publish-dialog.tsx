import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../../api/client.ts'
import { isDay } from '../../../domain/day.ts'
import { useLocale, useT } from '../../../i18n/context.tsx'
import { dateTime, dayOf } from '../../../i18n/format.ts'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { RadioCards } from '../../../ui/radio-cards.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { ActState } from '../../kit/act/act-state.tsx'
import { DateField } from '../../kit/field/date-field.tsx'
import { Loaded } from '../../kit/query/loaded.tsx'
import { useActOnce } from '../../kit/act/use-act-once.ts'
import { factsOf } from '../../kit/site/record-kinds.ts'
import { AskAgain } from './ask-again.tsx'
import { FillIn, useToFillIn } from './fill-in.tsx'
import { Findings } from './findings.tsx'
import { goToField } from '../field/go-to-field.ts'
import { FormEffect } from './form-effect.tsx'
import { LanguageMark } from '../frame/language-state.tsx'
import { LunarDays } from './lunar-days.tsx'
import type { PriceChange } from '../prices/price-changes.ts'
import { PriceDoubts } from './price-doubts.tsx'
import { PriceTable } from '../prices/price-table.tsx'
import type { RecordWork } from '../frame/use-record-work.ts'
import { SiteChanges } from './site-changes.tsx'
import { UnderWay } from './under-way.tsx'
import { useMeant } from './use-meant.ts'
import { checkOf, goesTogether, languages, titleOf, type Language } from '../record-queries.ts'

type Props = {
  work: RecordWork
  /** The prices that it changes. */
  prices: readonly PriceChange[]
  onClose: () => void
  /** Called when it was published, or scheduled (null). */
  onDone: (published?: { version: number; until: string }) => void
}

/** What is published, when, and what is missing. Its button repeats languages and time. */
export function PublishDialog({ work, prices, onClose, onDone }: Props) {
  const t = useT()
  const locale = useLocale()
  const { record, rev } = work
  const together = goesTogether(record.kind)
  const [chosen, setChosen] = useState<readonly Language[]>(() =>
    together ? languages : languages.filter((one) => record[one].state === 'changed' || record[one].state === 'draft'),
  )
  const [when, setWhen] = useState<'now' | 'later'>('now')
  const [day, setDay] = useState(() => tomorrow())
  const [hour, setHour] = useState('07:00')
  const [again, setAgain] = useState(false)
  const at = when === 'later' && isDay(day) && hour ? `${day}T${hour}:00+08:00` : undefined
  const query = useQuery(checkOf(record.id, rev, chosen, at))
  const toFillIn = useToFillIn(query.data?.blocks, chosen)
  // Refused input is not in the draft that the server has checked.
  const refused = Object.entries(work.snapshot.errors).map(([field, message]) => ({
    field,
    code: 'refused',
    message: message || t('records.field-refused'),
  }))
  const doubts = query.data?.doubts ?? []
  const [confirmed, setConfirmed] = useMeant(doubts)
  const now = useActOnce(
    (body: { languages: Language[]; rev: number; again?: boolean; confirmed?: boolean }, idempotencyKey) =>
      api.post('/api/admin/record/{id}/publish', { params: { id: record.id }, body, idempotencyKey }),
    ({ version, until }) => onDone({ version, until }),
  )
  const later = useActOnce(
    (body: { languages: Language[]; rev: number; again?: boolean; confirmed?: boolean; at: string }, idempotencyKey) =>
      api.post('/api/admin/record/{id}/schedule', { params: { id: record.id }, body, idempotencyKey }),
    () => onDone(),
  )
  const onSite = record.en.onSite || record.zh.onSite
  // When both languages could be published and one is chosen, the button names it.
  const could = languages.filter((one) => record[one].state === 'changed' || record[one].state === 'draft')
  const only = together || chosen.length !== 1 || could.length < 2 ? undefined : chosen[0]
  // By default: the language without problems, otherwise English.
  const blocksIn = (language: Language) =>
    query.data?.blocks.some(({ field }) => field.endsWith(`.${language}`)) ?? false
  const alone = together || chosen.length < 2 ? undefined : blocksIn('en') && !blocksIn('zh') ? 'zh' : 'en'
  const changeWords = (language: Language) => {
    const parts = query.data?.changed.filter((field) => field.endsWith(`.${language}`)).length ?? 0
    const state = record[language].state
    const older = language === 'zh' && record.older > 0 ? ` · ${t('records.to-check', { count: record.older })}` : ''
    if (state === 'changed' && parts > 0 && chosen.includes(language))
      return t('records.parts-changed', { count: parts }) + older
    return t(`records.publish-${state}`) + older
  }
  const goTo = (field: string) => {
    onClose()
    goToField(field)
  }
  const goWords = () => {
    if (when === 'later' && at)
      return t(only ? `records.publish-at-${only}` : 'records.publish-at', { at: dateTime(locale, at) })
    return t(only ? `records.publish-now-${only}` : 'records.publish-now')
  }
  const body = { languages: [...chosen], rev, ...(again && { again }), ...(doubts.length > 0 && { confirmed }) }
  const blocked =
    chosen.length === 0 ||
    (query.data?.blocks.length ?? 1) > 0 ||
    (doubts.length > 0 && !confirmed) ||
    query.isPlaceholderData ||
    work.snapshot.unsaved > 0
  const act = when === 'now' ? now : later
  const go = () => {
    if (when === 'now') void now.send(body)
    else if (at) void later.send({ ...body, at: new Date(at).toISOString() })
  }
  return (
    <Dialog wide open onClose={onClose} title={t('records.publish-title', { title: titleOf(record, locale) })}>
      {onSite && <p className="-mt-4 mb-4 text-ink-2">{t('records.stays-until')}</p>}
      <div className="-mx-5 grid border-t border-line max-sm:border-b sm:-mx-6 lg:grid-cols-[1.08fr_1fr]">
        <div className="min-w-0 space-y-5 p-5 sm:p-6">
          <fieldset>
            <legend className="mb-2 font-display text-lg font-semibold">{t('records.what')}</legend>
            <div className="space-y-2">
              {languages.map((language) => (
                <Checkbox
                  key={language}
                  boxed
                  label={
                    <span>
                      <LanguageMark language={language} />
                      <span className="mt-1 block text-sm text-ink-2">{changeWords(language)}</span>
                    </span>
                  }
                  disabled={together || record[language].state === 'missing'}
                  checked={chosen.includes(language)}
                  onChange={({ target }) =>
                    setChosen(languages.filter((one) => (one === language ? target.checked : chosen.includes(one))))
                  }
                />
              ))}
            </div>
          </fieldset>
          <RadioCards
            legend={<span className="font-display text-lg">{t('office.field.when')}</span>}
            name="when"
            columns={2}
            value={when}
            onChange={(value) => setWhen(value === 'later' ? 'later' : 'now')}
            options={[
              { value: 'now', title: t('records.now') },
              { value: 'later', title: t('records.at-a-time') },
            ]}
          />
          {when === 'later' && (
            <div className="grid gap-4 sm:grid-cols-2">
              <DateField label={t('office.field.day')} ahead value={day} onChange={setDay} />
              <TextField
                label={t('office.field.time')}
                type="time"
                value={hour}
                onChange={(event) => setHour(event.target.value)}
              />
              <div className="sm:col-span-2">
                <LunarDays from={tomorrow()} value={day} onChoose={setDay} />
              </div>
              <p className="text-sm text-ink-2 sm:col-span-2">{t('records.as-it-stands')}</p>
            </div>
          )}
          <AskAgain record={record} again={again} onChange={setAgain} />
          <PriceTable changes={prices} />
          <PriceDoubts doubts={doubts} confirmed={confirmed} onChange={setConfirmed} />
          {prices.length > 0 && (
            <p className="flex gap-3 rounded-2xl border-l-4 border-gold-7 bg-gold-1 p-4">
              <Icon name="mail" className="shrink-0 text-gold-7" />
              <span>
                <strong>{t('records.treasurer-told')}</strong> {t('records.treasurer-told-text')}
              </span>
            </p>
          )}
          {factsOf(record.kind).sold && record.en.onSite && <UnderWay record={record} />}
        </div>
        <div className="min-w-0 space-y-5 border-line bg-paper p-5 max-lg:border-t sm:p-6 lg:border-l">
          <FillIn
            work={work}
            fields={toFillIn.fields}
            blocks={query.data?.blocks ?? []}
            open={toFillIn.open}
            onSaid={() => void query.refetch()}
          />
          {chosen.length === 0 ? (
            <p>{t('records.choose-language')}</p>
          ) : (
            <Loaded query={query}>
              {(check) => (
                <>
                  {check.form && record.en.onSite && <FormEffect effect={check.form} />}
                  {(check.blocks.length === 0 ||
                    refused.length + toFillIn.others.length + check.warnings.length > 0) && (
                    <section>
                      <h3 className="mb-2 text-lg">{t('records.looked-at')}</h3>
                      <Findings
                        check={{ ...check, blocks: [...refused, ...toFillIn.others] }}
                        more={toFillIn.open > 0}
                        onGo={goTo}
                      />
                    </section>
                  )}
                  <SiteChanges record={record} addresses={check.addresses} titles={check.titles ?? []} />
                </>
              )}
            </Loaded>
          )}
        </div>
      </div>
      <div className="-mx-5 -mb-5 bg-card px-5 py-4 sm:sticky sm:bottom-0 sm:-mx-6 sm:-mb-6 sm:border-t sm:border-line sm:px-6">
        <ActState act={act} />
        <div className="flex flex-wrap items-center justify-end gap-3">
          {alone && (
            <button
              type="button"
              className="link mr-auto min-h-11 font-bold"
              onClick={() => {
                setChosen([alone])
                document.getElementById('publish-go')?.focus()
              }}
            >
              {t(`records.publish-only-${alone}`)}
            </button>
          )}
          <Button onClick={onClose}>{t('records.not-yet')}</Button>
          <Button
            id="publish-go"
            kind="primary"
            icon={when === 'later' ? 'clock' : undefined}
            pending={act.pending}
            disabled={blocked || (when === 'later' && !at)}
            onClick={go}
          >
            {goWords()}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}

const tomorrow = () => dayOf(Date.now() + 24 * 60 * 60 * 1000)
