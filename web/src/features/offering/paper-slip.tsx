import { useT } from '../../i18n/context.tsx'

/** As many names as the drawing has room for. */
const room = 5

type Props = {
  living: readonly string[]
  departed: readonly string[] /** In Chinese, as it is written. */
  option: string
  memorial: boolean
  /** It hangs there already: nothing is said of how it will look. */
  hangs?: boolean
}

/**
 * The paper slip with the names as they will be written, top to bottom. Names come in the device's own brush face: no
 * web font has a glyph for every name.
 */
export function PaperSlip({ living, departed, option, memorial, hangs }: Props) {
  const t = useT()
  const names = (memorial ? departed : living).slice(0, room)
  const dedicators = memorial ? living.slice(0, room) : []
  const longest = Math.max(0, ...names.map((name) => [...name].length))
  const more = (memorial ? departed : living).length - names.length
  return (
    <figure>
      <div className="mx-auto h-[21rem] w-44 rounded-[8px] bg-linear-to-b from-[#f7d47a] to-[#eebb4a] p-2 shadow-[0_16px_32px_-14px_rgb(74_27_20/.65)]">
        <div className="relative flex h-full flex-col items-center rounded-[3px] border-2 border-[#a82e21] pb-3 pt-2 text-[#86190f] before:pointer-events-none before:absolute before:inset-[3px] before:border before:border-[#a82e21]/50">
          <Lotus />
          <p className="mt-1 font-names text-[1.125rem] font-bold leading-snug tracking-[.2em]" lang="zh-Hans">
            {memorial ? '往生净土' : '佛光普照'}
          </p>
          <div
            className="flex min-h-0 grow flex-row-reverse items-center justify-center gap-3 overflow-hidden py-1"
            lang="zh-Hans"
          >
            {names.map((name, i) => (
              <p
                // oxlint-disable-next-line react/no-array-index-key -- a row may come twice, and holds nothing of its own
                key={i}
                className={`max-h-full overflow-hidden font-names font-bold leading-none [writing-mode:vertical-rl] ${sizeOf(names.length, longest)}`}
              >
                {name}
              </p>
            ))}
            {dedicators.length > 0 && (
              <p className="max-h-full self-end overflow-hidden font-names text-sm font-bold leading-tight [writing-mode:vertical-rl]">
                阳上 {dedicators.join('　')}
              </p>
            )}
          </div>
          <p className="px-3 text-center font-names text-[1rem] font-bold leading-snug" lang="zh-Hans">
            {memorial ? option : `${option} · 合家平安`}
          </p>
        </div>
      </div>
      <figcaption className="mt-3 text-center text-sm text-ink-2">
        {!hangs && t(memorial ? 'offering.slip-memorial' : 'offering.slip')}
        {more > 0 && <span className="block">{t('offering.slip-more', { count: more })}</span>}
      </figcaption>
    </figure>
  )
}

/** The whole name stays on the paper: the slip is about nine characters, or 24 Latin letters, high. */
function sizeOf(count: number, longest: number): string {
  if (longest > 18) return 'text-xs'
  if (longest > 8) return 'text-base'
  if (count > 3) return 'text-lg tracking-[.14em]'
  return count > 2 || longest > 5 ? 'text-xl tracking-[.14em]' : 'text-[2.15rem] tracking-[.14em]'
}

function Lotus() {
  return (
    <svg viewBox="-60 -56 120 76" className="h-12 shrink-0" aria-hidden="true">
      <g fill="none" stroke="#a82e21" strokeWidth="3" strokeLinejoin="round">
        <path d="M0 4C-15-13-13-35 0-48C13-35 15-13 0 4Z" />
        <path d="M-6 3C-26-8-31-27-28-39C-20-36-14-30-10-23M6 3C26-8 31-27 28-39C20-36 14-30 10-23" />
        <path d="M-12 3C-34-2-45-16-46-25C-40-24-34-22-29-18M12 3C34-2 45-16 46-25C40-24 34-22 29-18M-40 14C-20 6-10 8 0 13C10 8 20 6 40 14" />
      </g>
    </svg>
  )
}
