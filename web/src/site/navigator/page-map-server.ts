import type { ComponentType } from 'react'
import type { PageModule } from './page-map.ts'

const files = import.meta.glob<PageModule>(['../../routes/*.tsx', '!../../routes/*.test.tsx'], { eager: true })

/** All pages in one bundle: the render engine cannot load code later. */
export function serverPage(id: string): ComponentType {
  const page = files[`../../routes/${id}.tsx`] ?? files['../../routes/error.tsx']
  if (!page) throw new Error(`no page ${id}`)
  return page.default
}
