import type { ComponentProps } from 'react'
import { Dialog } from '../../../ui/dialog.tsx'

/** A dialog whose content is mounted again each time it opens. */
export function ActDialog({ open, children, ...dialog }: ComponentProps<typeof Dialog>) {
  return (
    <Dialog open={open} {...dialog}>
      {open && children}
    </Dialog>
  )
}
