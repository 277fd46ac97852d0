import type { SVGProps } from 'react'

const paths = {
  lamp: 'M12 3c2.5 3 3 5 1.5 7.2a1.9 1.9 0 0 1-3 0C9 8 9.5 6 12 3ZM4 13h16c0 4.5-3.4 7-8 7s-8-2.5-8-7Z',
  calendar: 'M4 6.5h16V20H4zM4 10.5h16M8 3.5v5M16 3.5v5',
  pin: 'M12 21c4.5-5 7-8 7-11.5a7 7 0 0 0-14 0C5 13 7.5 16 12 21ZM12 12a2.5 2.5 0 1 0 0-5a2.5 2.5 0 0 0 0 5Z',
  cart: 'M3 4h2.5l2.2 11h10.5l2-8H6.5M9 20a1.2 1.2 0 1 0 0-.1M17 20a1.2 1.2 0 1 0 0-.1',
  user: 'M12 11.5a4 4 0 1 0 0-8a4 4 0 0 0 0 8ZM4.5 20.5c.6-4 3.6-6 7.5-6s6.9 2 7.5 6',
  home: 'M3.5 11L12 4l8.5 7M6 9.5V20h12V9.5M10 20v-6h4v6',
  menu: 'M4 7h16M4 12h16M4 17h16',
  receipt: 'M6 3.5h12V21l-3-2l-3 2l-3-2l-3 2zM9 8.5h6M9 12.5h6',
  plus: 'M12 5v14M5 12h14',
  minus: 'M5 12h14',
  pause: 'M9 6v12M15 6v12',
  backspace: 'M9 6h11v12H9l-6-6zM12 9.5l5 5M17 9.5l-5 5',
  close: 'M6 6l12 12M18 6L6 18',
  trash: 'M5 7h14M10 7V4.5h4V7M7 7l.8 13h8.4L17 7M10.5 11v5.5M13.5 11v5.5',
  arrow: 'M5 12h14M13 6l6 6l-6 6',
  back: 'M19 12H5M11 6l-6 6l6 6',
  down: 'M6 9.5l6 6l6-6',
  check: 'M5 12.5l4.5 4.5L19 7.5',
  clock: 'M12 21a9 9 0 1 0 0-18a9 9 0 0 0 0 18ZM12 7v5.5l3.5 2',
  phone:
    'M6 3.5h3.5l1.5 5l-2.2 1.6a12 12 0 0 0 5.1 5.1L15.5 13l5 1.5V18a2.5 2.5 0 0 1-2.7 2.5C10 20 4 14 3.5 6.2A2.5 2.5 0 0 1 6 3.5Z',
  info: 'M12 21a9 9 0 1 0 0-18a9 9 0 0 0 0 18ZM12 11v5.5M12 7.6v.1',
  warning: 'M12 4L21 20H3ZM12 10.5v4.5M12 17.4v.1',
  print: 'M7 9V4h10v5M7 17H4V9h16v8h-3M7 14h10v6.5H7z',
  upload: 'M12 16V5M7 9.5L12 4.5l5 5M4.5 15v5h15v-5',
  download: 'M12 4v11M7 10.5l5 5l5-5M4.5 15v5h15v-5',
  copy: 'M9 8.5h11V20.5H9zM15 8.5V4H4v12h5',
  undo: 'M9 7L4.5 11.5L9 16M5 11.5h9a5 5 0 0 1 0 10h-3',
  edit: 'M5 19l1-4.5L16.5 4l3.5 3.5L9.5 18zM14 6.5l3.5 3.5',
  search: 'M10.5 17a6.5 6.5 0 1 0 0-13a6.5 6.5 0 0 0 0 13ZM15.5 15.5L20.5 20.5',
  mail: 'M3.5 6h17v12.5h-17zM4 6.5l8 6.5l8-6.5',
  chat: 'M4 5h16v11.5h-9L6.5 20.5v-4H4zM8 9.3h8M8 12.5h5',
  out: 'M10 4H4.5v16H10M9 12h11M16 8l4 4l-4 4',
  signpost: 'M12 3v18M12 5h6l2.5 2.5L18 10h-6M12 11.5H6.5L4 14l2.5 2.5H12',
  outside: 'M14 4.5h5.5V10M19 5l-8 8M17 14v5.5H4.5V7H10',
  heart: 'M12 20C5 15 3.5 11.5 3.5 8.8A4.3 4.3 0 0 1 12 7.5a4.3 4.3 0 0 1 8.5 1.3C20.5 11.5 19 15 12 20Z',
  bold: 'M7.5 4.5h5a3.7 3.7 0 0 1 0 7.4h-5zM7.5 11.9h5.8a3.8 3.8 0 0 1 0 7.6H7.5z',
  italic: 'M10 4.5h7M7 19.5h7M14 4.5l-4 15',
  link: 'M10 14a4 4 0 0 0 5.7 0l3-3A4 4 0 0 0 13 5.3l-1 1M14 10a4 4 0 0 0-5.7 0l-3 3A4 4 0 0 0 11 18.7l1-1',
  bullets: 'M9 6.5h11M9 12h11M9 17.5h11M4.5 6.5v.1M4.5 12v.1M4.5 17.5v.1',
  numbers: 'M10 6.5h10M10 12h10M10 17.5h10M4 5l1.3-.8v5M3.800 15.3a1.3 1.3 0 1 1 2.3 1L3.800 19.3h2.6',
  quote: 'M5 7h5v5.5c0 2.5-1.5 4-4 4.5M14 7h5v5.5c0 2.5-1.5 4-4 4.5',
  table: 'M4 5h16v14.5H4zM4 10h16M4 14.7h16M10 5v14.5',
  picture: 'M4 5h16v14H4zM4 16l4.5-4.5l4 4l2.5-2.5l5 4.5M15.5 9.200v.1',
  banner: 'M3.5 5h17v10h-17zM8 15v5M16 15v5M7.5 9h9M7.5 11.500h5',
  redo: 'M15 7l4.5 4.5L15 16M19 11.5h-9a5 5 0 0 0 0 10h3',
  page: 'M6 3.5h8.5L19 8v12.5H6zM14 3.5V8.5h5M9 12.5h7M9 16h7',
  eye: 'M2.5 12C4.5 8 8 5.5 12 5.5s7.5 2.5 9.5 6.5c-2 4-5.5 6.5-9.5 6.5S4.5 16 2.5 12ZM12 15a3 3 0 1 0 0-6a3 3 0 0 0 0 6Z',
  history: 'M4 5v4.5h4.5M4.6 9.3A8 8 0 1 1 4 13.5M12 8v4.5l3 2',
  swap: 'M4 8.5h15M15.5 5L19 8.5L15.5 12M20 16H5M8.5 12.5L5 16l3.5 3.5',
  up: 'M6 14.5l6-6l6 6',
  bell: 'M6.5 16.5V11a5.5 5.5 0 0 1 11 0v5.5l1.5 2H5zM10 20.5h4M12 5.5V3.5',
  grip: 'M9 6v.1M15 6v.1M9 12v.1M15 12v.1M9 18v.1M15 18v.1',
  sun: 'M12 16a4 4 0 1 0 0-8a4 4 0 0 0 0 8ZM12 2.5v2.5M12 19v2.5M2.5 12H5M19 12h2.5M5.3 5.3l1.7 1.7M17 17l1.7 1.7M5.3 18.7L7 17M17 7l1.7-1.7',
  bank: 'M4 9.5L12 4l8 5.5M5.5 9.5V18M10 9.5V18M14 9.5V18M18.5 9.5V18M3.5 20.5h17',
  cash: 'M3 6.5h18v11H3zM12 14.5a2.5 2.5 0 1 0 0-5a2.5 2.5 0 0 0 0 5ZM6.5 12v.1M17.5 12v.1',
  chart: 'M4 4v16h16M8.5 16v-4M13 16V8M17.5 16v-6',
  tag: 'M4 4h8l8 8l-8 8l-8-8zM8.5 8.5v.1',
  words: 'M4 19L9.5 5L15 19M6 14.5h7M17.5 5.5v5M15 8h5',
  hall: 'M3 10c4-1 6.5-3 9-6c2.5 3 5 5 9 6M5.5 10v9.5h13V10M10 19.5V14h4v5.5',
  people:
    'M9 11.5a3.5 3.5 0 1 0 0-7a3.5 3.5 0 0 0 0 7ZM2.5 20c.5-3.5 3-5.5 6.5-5.5s6 2 6.5 5.5M15.5 4.8a3.5 3.5 0 0 1 0 6.4M17.5 14.9c2.3.7 3.7 2.4 4 5.1',
  sliders: 'M4 7h10M18 7h2M4 17h2M10 17h10M16 9a2 2 0 1 0 0-4a2 2 0 0 0 0 4ZM8 19a2 2 0 1 0 0-4a2 2 0 0 0 0 4Z',
} as const

export type IconName = keyof typeof paths

/** A decorative line icon beside text; hidden from screen readers. */
export function Icon({
  name,
  size = 24,
  className,
  ...rest
}: Omit<SVGProps<SVGSVGElement>, 'name'> & { name: IconName; size?: number }) {
  return (
    <svg
      viewBox="0 0 24 24"
      width={size}
      height={size}
      className={className ? `icon ${className}` : 'icon'}
      aria-hidden="true"
      {...rest}
    >
      <path d={paths[name]} />
    </svg>
  )
}
