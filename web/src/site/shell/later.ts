import { startOffline } from '../session/offline.ts'
import { keepStyles } from './keep-styles.ts'
import { bearTranslation } from './translated.ts'

/** Starts what nobody needs before the page works. */
export function startLater(): void {
  bearTranslation()
  startOffline()
  // Without these font files, the device's own font is used for the remaining characters.
  import('../../styles/fonts/rest.css').catch(console.warn)
  keepStyles(document).catch(() => {}) // without the file, the next page contains the style sheet again
}
