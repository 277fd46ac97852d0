import { useT } from '../../../i18n/context.tsx'
import { Photograph } from '../../../ui/art/photograph.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { lacking, type PictureItem } from './picture-queries.ts'

/**
 * A library picture in a list, with badges for what it lacks. Hidden from screen readers, because its name is beside
 * it.
 */
export function Thumb({ picture }: { picture: PictureItem }) {
  const t = useT()
  const missing = lacking(picture)
  return (
    <span className="relative block aspect-[4/3] overflow-hidden rounded-2xl bg-paper-2">
      <Photograph photo={picture.photo} alt="" />
      {missing.length > 0 && (
        <span className="absolute bottom-2 left-2 inline-flex max-w-[calc(100%-1rem)] items-center gap-1 rounded-2xl bg-card px-2 py-0.5 text-sm leading-snug font-bold text-cinnabar shadow-card">
          <Icon name="warning" size={18} />
          <span className="sr-only">{t('pictures.lacks')} </span>
          <span className="whitespace-nowrap">
            {missing.length > 1 ? t('pictures.lacks-both') : missing.map((language) => t(`pictures.lacks-${language}`))}
          </span>
        </span>
      )}
    </span>
  )
}
