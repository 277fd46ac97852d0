import type { MessageKey } from '../../i18n/messages.ts'
import { useEffect } from 'react'
import { useT } from '../../i18n/context.tsx'
import { useSession } from '../session/session.tsx'
import { applyTextSize, textSizes, useTextSize, type TextSizeName } from '../session/text-size.ts'

const names = { 1: 'common.text-normal', 2: 'common.text-large', 3: 'common.text-largest' } satisfies Record<
  TextSizeName,
  MessageKey
>
const looks = { 1: 'text-[0.83rem]', 2: 'text-[1rem]', 3: 'text-[1.17rem]' } satisfies Record<TextSizeName, string>
/** Three text sizes; on a phone one button that cycles through them. */
export function TextSize() {
  const t = useT()
  const [size, choose] = useTextSize()
  const kept = useSession().user?.textSize
  // Applies a member's own size, chosen here or on another device.
  useEffect(() => {
    if (kept) applyTextSize(String(kept))
  }, [kept])
  return (
    <>
      <button
        type="button"
        onClick={() => choose(size === '1' ? '2' : size === '2' ? '3' : '1')}
        className="h-11 rounded-lg px-2.5 font-bold hover:bg-lacquer-2 sm:hidden"
      >
        <span aria-hidden="true">{size === '3' ? t('common.text-glyph') : `${t('common.text-glyph')}+`}</span>
        <span className="sr-only">{t(size === '3' ? 'common.text-normal' : 'common.text-larger')}</span>
      </button>
      <div className="hidden items-center gap-1 sm:flex" role="group" aria-label={t('common.text-size')}>
        {textSizes.map((each) => (
          <button
            key={each}
            type="button"
            aria-pressed={size === each}
            onClick={() => choose(each)}
            className="group grid h-11 w-11 place-items-center rounded-lg"
          >
            <span
              aria-hidden="true"
              className={`grid h-9 w-9 place-items-center rounded-lg font-bold ${looks[each]} ${size === each ? 'bg-gold-3 text-lacquer' : 'group-hover:bg-lacquer-2'}`}
            >
              {t('common.text-glyph')}
            </span>
            <span className="sr-only">{t(names[each])}</span>
          </button>
        ))}
      </div>
    </>
  )
}
