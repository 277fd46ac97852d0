/**
 * Preloads with limited concurrency, each name once; direct requests do not wait for it. Failures are ignored: the page
 * that needs it tries again.
 */
export function preloadQueue(limit: number, load: (name: string) => Promise<unknown>): (name: string) => void {
  const asked = new Set<string>()
  const waiting: string[] = []
  let running = 0
  async function work() {
    running += 1
    for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) {
      try {
        await load(name)
      } catch {
        asked.delete(name)
      }
    }
    running -= 1
  }
  return (name) => {
    if (asked.has(name)) return
    asked.add(name)
    waiting.push(name)
    if (running < limit) void work()
  }
}
