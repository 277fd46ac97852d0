import type { ReactNode } from 'react'
import { fixedWords } from '../../domain/tablet-words.ts'
import { useT } from '../../i18n/context.tsx'

/** How many names fit on the drawing. */
const room = 5

/** The length available to a column of names, in em of the slip. */
const columnLength = 10.9
const lineLength = 9.8

type Props = {
  living: readonly string[]
  departed: readonly string[] /** In Chinese, as it is written. */
  option: string
  memorial: boolean
  /** For an existing lamp: no text about how it will look. */
  hangs?: boolean
  /** Shown on the right of a small slip, instead of a large slip alone. */
  beside?: ReactNode
}

/**
 * A picture of the paper slip with the names as they will be written, top to bottom, beside the fixed words of the
 * printed tablets. The names use the device's own brush font, since no web font has a glyph for every name. All sizes
 * are in em, so that the slip scales as a whole.
 */
export function PaperSlip({ living, departed, option, memorial, hangs, beside }: Props) {
  const t = useT()
  const names = (memorial ? departed : living).slice(0, room)
  const dedicators = memorial ? living.slice(0, room) : []
  const more = (memorial ? departed : living).length - names.length
  const columns = names.length + (dedicators.length > 0 ? 1 : 0)
  const most = columns > 5 ? 1.2 : columns > 4 ? 1.45 : columns > 3 ? 1.75 : 2.15
  const foot = memorial ? fixedWords.lotus.hans : option
  return (
    <figure className={beside ? 'grid grid-cols-[auto_minmax(0,1fr)] gap-x-5 gap-y-3' : ''}>
      <div
        className={`h-[20em] w-[12em] shrink-0 rounded-[8px] bg-linear-to-b from-[#f7d47a] to-[#eebb4a] p-[.5em] shadow-[0_16px_32px_-14px_rgb(74_27_20/.65)] ${beside ? 'row-span-2 text-[.61rem]' : 'mx-auto'}`}
      >
        <div className="relative flex h-full flex-col items-center rounded-[3px] border-2 border-[#a82e21] pb-[.7em] pt-[.5em] text-[#86190f] before:pointer-events-none before:absolute before:inset-[3px] before:border before:border-[#a82e21]/50">
          <Lotus />
          <p className="mt-[.2em] font-names text-[1.2em] font-bold leading-snug tracking-[.2em]" lang="zh-Hans">
            {(memorial ? fixedWords.deliver : fixedWords.bless).hans}
          </p>
          <div
            className="flex min-h-0 grow flex-row-reverse items-center justify-center gap-[.75em] overflow-hidden py-[.25em]"
            lang="zh-Hans"
          >
            {names.map((name, i) => (
              <p
                // oxlint-disable-next-line react/no-array-index-key -- names may repeat, and have no state
                key={i}
                className={`max-h-full overflow-hidden whitespace-nowrap font-names font-bold leading-none [writing-mode:vertical-rl] ${fitting(name, columnLength, most)}`}
              >
                {name}
              </p>
            ))}
            {dedicators.length > 0 && (
              <p className="max-h-full self-end overflow-hidden font-names font-bold leading-tight [writing-mode:vertical-rl]">
                {fixedWords.living.hans}
                {dedicators.map((name, i) => (
                  // oxlint-disable-next-line react/no-array-index-key -- as above
                  <span key={i}>
                    {'　'}
                    <span className={`whitespace-nowrap ${fitting(name, columnLength, 1.05)}`}>{name}</span>
                  </span>
                ))}
              </p>
            )}
          </div>
          <p
            className={`text-center font-names font-bold leading-snug ${fitting(foot, lineLength, 1.2)}`}
            lang="zh-Hans"
          >
            {foot}
          </p>
        </div>
      </div>
      {beside && <div className="self-end">{beside}</div>}
      <figcaption className={`text-sm text-ink-2 ${beside ? '' : 'mt-3 text-center'}`}>
        {!hangs && t(memorial ? 'offering.slip-memorial' : 'offering.slip')}
        {more > 0 && <span className="block">{t('offering.slip-more', { count: more })}</span>}
      </figcaption>
    </figure>
  )
}

const sizes = [
  { em: 2.15, look: 'text-[2.15em]' },
  { em: 1.75, look: 'text-[1.75em]' },
  { em: 1.45, look: 'text-[1.45em]' },
  { em: 1.2, look: 'text-[1.2em]' },
  { em: 1.05, look: 'text-[1.05em]' },
  { em: 0.9, look: 'text-[.9em]' },
  { em: 0.75, look: 'text-[.75em]' },
] as const

/** The largest font size in which a text fits on one line: each name is sized by itself. */
function fitting(text: string, length: number, most: number): string {
  const characters = [...text]
  const chinese = characters.every((c) => c >= '\u2e80')
  const ems = characters.reduce((sum, c) => sum + (c < '\u2e80' ? 0.58 : chinese ? 1.14 : 1), 0)
  const look = sizes.find(({ em }) => em <= most && em * ems <= length)?.look ?? 'text-[.6em]'
  return chinese ? `${look} tracking-[.14em]` : look
}

function Lotus() {
  return (
    <svg viewBox="-60 -56 120 76" className="h-[2.5em] shrink-0" aria-hidden="true">
      <g fill="none" stroke="#a82e21" strokeWidth="3" strokeLinejoin="round">
        <path d="M0 4C-15-13-13-35 0-48C13-35 15-13 0 4Z" />
        <path d="M-6 3C-26-8-31-27-28-39C-20-36-14-30-10-23M6 3C26-8 31-27 28-39C20-36 14-30 10-23" />
        <path d="M-12 3C-34-2-45-16-46-25C-40-24-34-22-29-18M12 3C34-2 45-16 46-25C40-24 34-22 29-18M-40 14C-20 6-10 8 0 13C10 8 20 6 40 14" />
      </g>
    </svg>
  )
}
