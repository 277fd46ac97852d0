import { useSyncExternalStore } from 'react'
import { useT } from '../i18n/context.tsx'

const sizes = ['1', '2', '3'] as const
type Size = (typeof sizes)[number]

const names = { 1: 'common.text-normal', 2: 'common.text-large', 3: 'common.text-largest' } satisfies Record<
  Size,
  string
>
const looks = { 1: 'text-[0.83rem]', 2: 'text-[1rem]', 3: 'text-[1.17rem]' } satisfies Record<Size, string>
const listeners = new Set<() => void>()

// The document's own attribute is the state: a script in the head has set it from storage before the first paint.
function current(): Size {
  const size = document.documentElement.dataset.size
  return sizes.find((known) => known === size) ?? '1'
}

function choose(size: Size): void {
  document.documentElement.dataset.size = size
  try {
    localStorage.setItem('shanmen.size', size)
  } catch {
    // Without storage the size lasts until the next load.
  }
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/** Three sizes of text; on a phone one button that goes round. */
export function TextSize() {
  const t = useT()
  const size = useSyncExternalStore(subscribe, current, () => '1' as const)
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
        {sizes.map((each) => (
          <button
            key={each}
            type="button"
            aria-pressed={size === each}
            aria-label={t(names[each])}
            onClick={() => choose(each)}
            className="group grid h-11 w-11 place-items-center rounded-lg"
          >
            <span
              className={`grid h-9 w-9 place-items-center rounded-lg font-bold ${looks[each]} ${size === each ? 'bg-gold-3 text-lacquer' : 'group-hover:bg-lacquer-2'}`}
            >
              {t('common.text-glyph')}
            </span>
          </button>
        ))}
      </div>
    </>
  )
}
