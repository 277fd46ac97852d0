import type { ReactNode } from 'react'

/** A bar at the bottom of the screen, beside the menu where that is a column. */
export function FootBar({ children }: { children: ReactNode }) {
  return (
    <div className="no-print fixed inset-x-0 bottom-0 z-20 border-t border-line bg-card px-4 py-3 shadow-[0_-8px_24px_-16px_rgb(74_27_20/.4)] sm:px-6 lg:left-60 2xl:left-[max(15rem,50vw-35rem)] 2xl:right-[max(0px,50vw-50rem)]">
      <div className="flex flex-wrap items-center gap-3">{children}</div>
    </div>
  )
}
