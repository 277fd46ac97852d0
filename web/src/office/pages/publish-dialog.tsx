import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { useLocale, useT } from '../../i18n/context.tsx'
import { dateTime, sgt } from '../../i18n/format.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { RadioCards } from '../../ui/radio-cards.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { ActState } from '../kit/act-state.tsx'
import { Loaded } from '../kit/loaded.tsx'
import { valueOf } from '../kit/session-gate.ts'
import { useAct } from '../kit/use-act.ts'
import { AskAgain } from './ask-again.tsx'
import { FillIn, useToFillIn } from './fill-in.tsx'
import { Findings } from './findings.tsx'
import { FormEffect } from './form-effect.tsx'
import { LanguageMark } from './language-state.tsx'
import { LunarDays } from './lunar-days.tsx'
import type { PriceChange } from './price-changes.ts'
import { PriceTable } from './price-table.tsx'
import type { RecordWork } from './record-frame.tsx'
import { UnderWay } from './under-way.tsx'
import { goesTogether, languages, titleOf, type Language } from './record-queries.ts'

type Props = {
  work: RecordWork
  /** The prices that it changes. */
  prices: readonly PriceChange[]
  onClose: () => void
  /** It went out now, or will by itself (null). */
  onDone: (published?: { version: number; until: string }) => void
}

/** What goes on the site, when, and what is missing first. Its button says both again. */
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
  const query = useQuery({
    queryKey: ['record-check', record.id, rev, chosen],
    queryFn: () =>
      valueOf(() =>
        api.get('/api/admin/record/{id}/check', { params: { id: record.id }, query: { languages: chosen.join(',') } }),
      ),
    enabled: chosen.length > 0,
    gcTime: 0,
    placeholderData: keepPreviousData,
  })
  const toFillIn = useToFillIn(query.data?.blocks)
  const at = when === 'later' && day && hour ? `${day}T${hour}:00+08:00` : undefined
  const now = useAct(
    (body: { languages: Language[]; rev: number; again?: boolean }, idempotencyKey) =>
      api.post('/api/admin/record/{id}/publish', { params: { id: record.id }, body, idempotencyKey }),
    ({ version, until }) => onDone({ version, until }),
  )
  const later = useAct(
    (body: { languages: Language[]; rev: number; again?: boolean; at: string }, idempotencyKey) =>
      api.post('/api/admin/record/{id}/schedule', { params: { id: record.id }, body, idempotencyKey }),
    () => onDone(),
  )
  const body = { languages: [...chosen], rev, ...(again && { again }) }
  const blocked =
    chosen.length === 0 || (query.data?.blocks.length ?? 1) > 0 || query.isPlaceholderData || work.snapshot.unsaved > 0
  const act = when === 'now' ? now : later
  const go = () => {
    if (when === 'now') void now.send(body)
    else if (at) void later.send({ ...body, at: new Date(at).toISOString() })
  }
  return (
    <Dialog open onClose={onClose} title={t('pages.publish-title', { title: titleOf(record, locale) })}>
      <fieldset className="mb-5">
        <legend className="mb-2 font-bold">{t('pages.what')}</legend>
        {languages.map((language) => (
          <Checkbox
            key={language}
            label={
              <span>
                <LanguageMark language={language} />
                <span className="block text-sm text-ink-2">{t(`pages.publish-${record[language].state}`)}</span>
              </span>
            }
            disabled={together || record[language].state === 'missing'}
            checked={chosen.includes(language)}
            onChange={({ target }) =>
              setChosen(languages.filter((one) => (one === language ? target.checked : chosen.includes(one))))
            }
          />
        ))}
      </fieldset>
      <RadioCards
        legend={t('pages.when')}
        name="when"
        columns={2}
        value={when}
        onChange={(value) => setWhen(value === 'later' ? 'later' : 'now')}
        options={[
          { value: 'now', title: t('pages.now') },
          { value: 'later', title: t('pages.at-a-time') },
        ]}
      />
      {when === 'later' && (
        <div className="mt-4 grid gap-4 sm:grid-cols-2">
          <TextField label={t('pages.day')} type="date" value={day} onChange={(event) => setDay(event.target.value)} />
          <TextField
            label={t('pages.hour')}
            type="time"
            value={hour}
            onChange={(event) => setHour(event.target.value)}
          />
          <div className="sm:col-span-2">
            <LunarDays from={tomorrow()} value={day} onChoose={setDay} />
          </div>
          <p className="text-sm text-ink-2 sm:col-span-2">{t('pages.as-it-stands')}</p>
        </div>
      )}
      <AskAgain record={record} again={again} onChange={setAgain} />
      <PriceTable changes={prices} />
      {record.kind === 'offering' && record.en.onSite && (
        <div className="mt-5">
          <UnderWay record={record} />
        </div>
      )}
      <FillIn
        work={work}
        fields={toFillIn.fields}
        blocks={query.data?.blocks ?? []}
        onSaid={() => void query.refetch()}
      />
      <div className="my-5">
        {chosen.length === 0 ? (
          <p>{t('pages.choose-language')}</p>
        ) : (
          <Loaded query={query}>
            {(check) => (
              <>
                {check.form && record.en.onSite && <FormEffect effect={check.form} />}
                {(check.blocks.length === 0 || toFillIn.others.length + check.warnings.length > 0) && (
                  <Findings check={{ ...check, blocks: toFillIn.others }} />
                )}
              </>
            )}
          </Loaded>
        )}
      </div>
      <ActState act={act} />
      <div className="mt-4 flex flex-wrap justify-end gap-3">
        <Button onClick={onClose}>{t('pages.not-yet')}</Button>
        <Button
          kind="primary"
          icon={when === 'later' ? 'clock' : undefined}
          pending={act.pending}
          disabled={blocked || (when === 'later' && !at)}
          onClick={go}
        >
          {when === 'later' && at ? t('pages.publish-at', { at: dateTime(locale, at) }) : t('pages.publish-now')}
        </Button>
      </div>
    </Dialog>
  )
}

function tomorrow(): string {
  const { year, month, day } = sgt(Date.now() + 24 * 60 * 60 * 1000)
  return `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
}
