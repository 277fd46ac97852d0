import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { api } from '../../api/client.ts'
import { useOfficeForm } from '../kit/act/use-office-form.ts'
import { useLocale, useT } from '../../i18n/context.tsx'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { RadioCards } from '../../ui/radio-cards.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { toast } from '../../ui/toast-store.ts'
import { placesQuery } from '../kit/site/places-query.ts'
import { ActState } from '../kit/act/act-state.tsx'
import type { ActOnce } from '../kit/act/use-act-once.ts'
import { wantsFocus } from '../kit/act/wants-focus.ts'
import type { Address } from './address-queries.ts'

/** The initial values: an existing entry, or parts of a new one. */
export type Begun = Partial<Pick<Address, 'path' | 'target' | 'why'>> & { was?: Address }

type Typed = { path: string; target: string; why: string; status: string; active: boolean }

const bodyOf = ({ path, target, why, status, active }: Typed, was?: Address) => ({
  path,
  target,
  why,
  active,
  status: status === '302' ? (302 as const) : (301 as const),
  was: was?.path,
  seen: was?.changedAt,
})

/** Creates or changes a redirect of an old address. */
export function AddressForm(props: { begun: Begun; takeAway: ActOnce<Address>; onClose: () => void }) {
  const t = useT()
  const { was } = props.begun
  const places = useQuery(placesQuery(useLocale())).data?.items ?? []
  const element = useRef<HTMLFormElement>(null)
  const field = props.begun.path === undefined || was ? 'path' : 'target'
  useEffect(() => wantsFocus(element.current?.querySelector(`[name=${field}]`)), [field])
  const initial: Typed = {
    path: props.begun.path ?? '',
    target: props.begun.target ?? '',
    why: props.begun.why ?? '',
    status: String(was?.status ?? 301),
    active: was?.active ?? true,
  }
  const form = useOfficeForm(
    {
      initial: initial,
      check: (typed) =>
        (['path', 'target'] as const)
          .filter((id) => !typed[id].trim())
          .map((id) => ({ id, key: 'fault.required' as const })),
      send: (typed, keyFor) => {
        const body = bodyOf(typed, was)
        return api.put('/api/admin/old-address', { body, idempotencyKey: keyFor(body) })
      },
      done: (row) => {
        toast({
          text: row.active ? 'addresses.done' : 'addresses.done-off',
          params: { path: row.path },
          type: 'success',
        })
        props.onClose()
      },
    },
    'addresses',
  )
  const { status, active } = form.values
  const line = { autoComplete: 'off', autoCapitalize: 'none', spellCheck: false, maxLength: 2000 }
  return (
    <form ref={element} noValidate onSubmit={form.onSubmit} className="space-y-4">
      <TextField label={t('addresses.path')} hint={t('addresses.path-hint')} {...line} {...form.text('path')} />
      <TextField
        label={t('addresses.target')}
        hint={t('addresses.target-hint')}
        list="address-places"
        {...line}
        {...form.text('target')}
      />
      <datalist id="address-places">
        {places.map(({ path, title }) => (
          <option key={path} value={path}>
            {title}
          </option>
        ))}
      </datalist>
      <RadioCards
        legend={t('addresses.status')}
        name="status"
        columns={2}
        value={status}
        onChange={(next) => form.set({ status: next })}
        options={[
          { value: '301', title: t('addresses.for-good'), text: t('addresses.for-good-text') },
          { value: '302', title: t('addresses.for-a-while'), text: t('addresses.for-a-while-text') },
        ]}
      />
      <TextField
        label={t('addresses.why')}
        optional
        hint={t('addresses.why-hint')}
        {...form.text('why')}
        maxLength={200}
      />
      {was && (
        <Checkbox
          label={t('addresses.active')}
          hint={t('addresses.active-hint')}
          checked={active}
          onChange={(event) => form.set({ active: event.target.checked })}
        />
      )}
      <ActState act={form} />
      <ActState act={props.takeAway} />
      <div className="flex flex-wrap justify-end gap-3 pt-1">
        {was && (
          <Button
            kind="danger"
            icon="trash"
            className="mr-auto"
            pending={props.takeAway.pending}
            onClick={() => void props.takeAway.send(was)}
          >
            {t('addresses.take-away')}
          </Button>
        )}
        <Button onClick={props.onClose}>{t('common.cancel')}</Button>
        <Button type="submit" kind="primary" pending={form.pending}>
          {t('common.save')}
        </Button>
      </div>
    </form>
  )
}
