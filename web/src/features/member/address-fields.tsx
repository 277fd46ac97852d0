import { useT } from '../../i18n/context.tsx'
import { Field } from '../../ui/field.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { countries, type ProfileValues } from './profile-values.ts'

type Address = ProfileValues['address']

type Props = { value: Address; onChange: (next: Address) => void; errorOf: (id: string) => string | undefined }

/**
 * Address fields: in parts for Singapore, one text for other countries. Input for one is kept while the other is shown.
 */
export function AddressFields({ value, onChange, errorOf }: Props) {
  const t = useT()
  const field = (part: keyof Address) => ({
    id: `address.${part}`,
    name: `address.${part}`,
    value: value[part],
    error: errorOf(`address.${part}`),
    onChange: (event: { target: { value: string } }) => onChange({ ...value, [part]: event.target.value }),
  })
  const country = field('country')
  return (
    <fieldset className="space-y-5">
      <legend className="mb-2 text-xl font-bold">{t('common.field.address')}</legend>
      <Field id={country.id} label={t('profile.country')} error={country.error}>
        {(control) => (
          <select
            {...control}
            name={country.name}
            autoComplete="country"
            className="field"
            value={country.value}
            onChange={country.onChange}
          >
            <option value="">{t('profile.country-none')}</option>
            {countries.map((code) => (
              <option key={code} value={code}>
                {t(`profile.country-${code}`)}
              </option>
            ))}
          </select>
        )}
      </Field>
      {value.country === 'SG' && (
        <>
          <TextField
            {...field('postalCode')}
            label={t('profile.postal-code')}
            hint={t('profile.postal-code-hint')}
            inputMode="numeric"
            autoComplete="postal-code"
            className="max-w-48"
          />
          <div className="grid gap-5 sm:grid-cols-[12rem_1fr] sm:items-end">
            <TextField {...field('block')} label={t('profile.block')} optional autoComplete="off" />
            <TextField {...field('street')} label={t('profile.street')} autoComplete="address-line1" />
          </div>
          <TextField
            {...field('unit')}
            label={t('profile.unit')}
            hint={t('profile.unit-hint')}
            optional
            autoComplete="address-line2"
            className="max-w-48"
          />
        </>
      )}
      {value.country !== '' && value.country !== 'SG' && (
        <TextArea
          {...field('text')}
          label={t('profile.address-text')}
          hint={t('profile.address-text-hint')}
          autoComplete="street-address"
        />
      )}
    </fieldset>
  )
}
