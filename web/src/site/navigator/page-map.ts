import type { ComponentType } from 'react'
import ErrorPage from '../../routes/error.tsx'
import { preloadQueue } from './preload-queue.ts'

export type PageModule = { default: ComponentType }

// A page's file is routes/<route id>.tsx.
const files = import.meta.glob<PageModule>([
  '../../routes/*.tsx',
  '!../../routes/error.tsx',
  '!../../routes/*.test.tsx',
])
// The error page is bundled, because it is shown when nothing can be loaded.
const loaded = new Map<string, ComponentType>([['error', ErrorPage]])

/** The component of a page whose code is already loaded. */
export function loadedPage(id: string): ComponentType | undefined {
  return loaded.get(id)
}

/** Loads the code of a page; the error page is used for ids without a file. */
export async function loadPageCode(id: string): Promise<ComponentType> {
  const known = loaded.get(id)
  if (known) return known
  const load = files[`../../routes/${id}.tsx`]
  if (!load) return ErrorPage
  const component = (await load()).default
  loaded.set(id, component)
  return component
}

/** Preloads code, four chunks at a time. */
export const preloadPageCode = preloadQueue(4, loadPageCode)
