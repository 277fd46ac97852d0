import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocale, useT } from '../../../../i18n/context.tsx'
import { Field } from '../../../../ui/field.tsx'
import { TextField } from '../../../../ui/text-field.tsx'
import { addressOf } from '../../../kit/editor/address.ts'
import { placesQuery, type Place } from '../../../kit/site/places-query.ts'
import type { RecordWork } from '../../frame/use-record-work.ts'

const groups = ['page', 'about', 'offering', 'event'] as const

const groupOf = ({ path }: Place): (typeof groups)[number] =>
  path.startsWith('/about-us/')
    ? 'about'
    : path.startsWith('/blessing-service/')
      ? 'offering'
      : path.startsWith('/event/')
        ? 'event'
        : 'page'

/** The list value for a typed URL. No real URL equals it. */
const typed = 'other'

/**
 * The link target of a banner: a page of the site by its title, or a typed URL. The stored value is always a URL; one
 * that is not in the list, such as that of a draft, stays.
 */
export function LeadsTo(props: { work: RecordWork; limit: number | undefined; onField: (name: string) => void }) {
  const t = useT()
  const { keeper, snapshot } = props.work
  const places = useQuery(placesQuery(useLocale()))
  const href = snapshot.fields.href ?? ''
  const [typing, setTyping] = useState(false)
  const items = places.data?.items ?? []
  const known = href === '' || items.some(({ path }) => path === href)
  // While the pages load, the stored URL is shown unchanged; if loading fails, it is a text field.
  const other = typing || (!known && !places.isPending)
  const error = snapshot.errors.href
  const onFocus = () => props.onField('href')
  return (
    <div className="space-y-3">
      <Field id="field-href" label={t('records.banner-href')} error={other ? undefined : error}>
        {(control) => (
          <select
            {...control}
            className="field"
            value={other ? typed : href}
            onFocus={onFocus}
            onChange={({ target }) => {
              setTyping(target.value === typed)
              if (target.value !== typed) keeper.type('href', target.value)
            }}
          >
            <option value="">{t('records-banner.leads-nowhere')}</option>
            {!known && !other && <option value={href}>{href}</option>}
            {groups.map((group) => {
              const own = items.filter((one) => groupOf(one) === group)
              return own.length === 0 ? null : (
                <optgroup key={group} label={t(`records-banner.leads-group-${group}`)}>
                  {own.map(({ path, title }) => (
                    <option key={path} value={path}>
                      {title}
                    </option>
                  ))}
                </optgroup>
              )
            })}
            <option value={typed}>{t('records-banner.leads-other')}</option>
          </select>
        )}
      </Field>
      {other && (
        <TextField
          id="field-href-typed"
          label={t('office.field.web-address')}
          hint={t('records-banner.leads-address-hint')}
          error={error}
          value={href}
          maxLength={props.limit}
          inputMode="url"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          onFocus={onFocus}
          onChange={({ target }) => keeper.type('href', target.value)}
          onBlur={({ target }) => {
            const whole = addressOf(target.value)
            if (whole && whole !== target.value && /^(\/|https:\/\/)/.test(whole)) keeper.type('href', whole)
          }}
        />
      )}
    </div>
  )
}
