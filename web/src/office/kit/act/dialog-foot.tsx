import type { ComponentProps } from 'react'
import { DialogButtons } from './dialog-buttons.tsx'

/** The end of a form in a long dialog, always visible. */
export function DialogFoot(props: ComponentProps<typeof DialogButtons>) {
  return (
    <div className="sticky bottom-0 -mx-5 -mb-5 space-y-3 bg-card px-5 py-4 sm:-mx-6 sm:-mb-6 sm:px-6">
      <DialogButtons {...props} />
    </div>
  )
}
