/** The temple's logo: a lotus in a cinnabar seal. */
export function Seal(props: { className?: string }) {
  return (
    <svg viewBox="0 0 64 64" aria-hidden="true" className={props.className}>
      <rect x="3" y="3" width="58" height="58" rx="15" fill="#9f2a1f" />
      <rect
        x="7.5"
        y="7.5"
        width="49"
        height="49"
        rx="11"
        fill="none"
        stroke="#f3d9a0"
        strokeWidth="1.4"
        opacity=".75"
      />
      <g fill="none" stroke="#fdf3dd" strokeWidth="2.3" strokeLinejoin="round" strokeLinecap="round">
        <path d="M32 16c6 6 8 13 0 25c-8-12-6-19 0-25Z" />
        <path d="M25.5 25c-6-1.5-9 .5-10.5 1.5c1 8.5 7 14 17 14.5" />
        <path d="M38.5 25c6-1.5 9 .5 10.5 1.5c-1 8.5-7 14-17 14.5" />
        <path d="M15 46.5c5.5 3 11 3 17 0c6 3 11.5 3 17 0" />
      </g>
    </svg>
  )
}
