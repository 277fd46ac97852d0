// The few web globals that libraries need during start-up and rendering, which the render engine lacks. Rendering is
// synchronous, so timers and channels never have to run.
import { SearchParams } from './polyfill-search-params.ts'

type Anything = Record<string, unknown>
const scope = globalThis as unknown as Anything

function give(name: string, value: unknown): void {
  if (scope[name] === undefined) scope[name] = value
}

const quiet = () => {}
give('console', { log: quiet, info: quiet, warn: quiet, error: quiet, debug: quiet })
give('setTimeout', () => 0)
give('clearTimeout', quiet)
give('setInterval', () => 0)
give('clearInterval', quiet)
give('queueMicrotask', (task: () => void) => void Promise.resolve().then(task))
give('URLSearchParams', SearchParams)
give('performance', { now: () => Date.now() })
give(
  'AbortController',
  class {
    signal = { aborted: false, addEventListener: quiet, removeEventListener: quiet }
    abort() {
      this.signal.aborted = true
    }
  },
)
