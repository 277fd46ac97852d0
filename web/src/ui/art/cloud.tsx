/** An auspicious cloud (xiangyun), a gold ribbon of arcs. */
export function Cloud(props: { className?: string }) {
  return (
    <svg
      viewBox="0 0 240 84"
      aria-hidden="true"
      fill="none"
      stroke="#c99a4b"
      strokeWidth="3"
      strokeLinecap="round"
      className={props.className}
    >
      <path d="M6 74h182c26 0 40-12 40-28s-13-25-27-24c-11 .8-19 9-18 19c.8 8 7 12 13 11c6-.8 8-6 6-10" />
      <path d="M183 41c-2-22-20-35-41-35c-20 0-36 12-39 30c-2 14 8 25 20 25c10 0 17-7 16-16c-.6-7-7-11-13-9" />
      <path d="M103 36c-7-9-18-13-29-11c-15 2.6-24 14-23 26c.8 9 8 14 15 13c7-.8 10-7 8-12" />
      <path d="M52 50c-8-4-18-2-23 4" />
    </svg>
  )
}
