import { useT } from '../../../../i18n/context.tsx'
import { Picture } from '../../../../ui/art/picture.tsx'

/** The same as `content.Arts` (internal/offer/content/banner.go), which decides. */
const arts = [
  'lamp',
  'tablet',
  'bell',
  'sutra',
  'incense',
  'flowers',
  'gate',
  'hall',
  'peace',
  'lanterns',
  'rice-balls',
  'shrine',
  'pagoda',
  'meal',
  'oil',
] as const

/** Chooses the drawing of a banner or an offering. */
export function ArtPicker({ value, onChange }: { value: string; onChange: (art: string) => void }) {
  const t = useT()
  return (
    <fieldset id="field-art">
      <legend className="mb-2 font-semibold">{t('records.banner-art')}</legend>
      <div className="grid grid-cols-3 gap-3 sm:grid-cols-5 lg:grid-cols-8">
        {arts.map((one) => (
          <label
            key={one}
            className="overflow-hidden rounded-2xl shadow-[inset_0_0_0_1.5px_var(--color-line-2)] has-checked:ring-4 has-checked:ring-cinnabar has-focus-visible:outline-3 has-focus-visible:outline-offset-3 has-focus-visible:outline-[#1d1007]"
          >
            <input
              type="radio"
              name="banner-art"
              className="sr-only"
              checked={one === value}
              onChange={() => onChange(one)}
            />
            <span className="block aspect-[4/3]">
              <Picture art={one} />
            </span>
            <span className="block px-2 py-1 text-center text-sm">{t(`records-banner.art-${one}`)}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
