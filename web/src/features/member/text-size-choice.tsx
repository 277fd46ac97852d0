import type { MessageKey } from '../../i18n/messages.ts'
import { useT } from '../../i18n/context.tsx'
import { textSizes, useTextSize, type TextSizeName } from '../../site/session/text-size.ts'
import { RadioCards } from '../../ui/radio-cards.tsx'

const names = {
  1: 'common.text-normal',
  2: 'common.text-large',
  3: 'common.text-largest',
} satisfies Record<TextSizeName, MessageKey>

/** The text size, which applies at once and is stored with the account for other devices. */
export function TextSizeChoice() {
  const t = useT()
  const [size, choose] = useTextSize()
  return (
    <RadioCards
      name="text-size"
      legend={t('profile.text-size')}
      hideLegend
      value={size}
      onChange={(next) => choose(textSizes.find((known) => known === next) ?? '1')}
      options={textSizes.map((value) => ({ value, title: t(names[value]) }))}
    />
  )
}
