const every = 3_600_000
let newer = false

/** Asks every hour whether another build runs by now; then the next navigation is a full load. */
export function watchBuild(buildId: string): void {
  setInterval(async () => {
    try {
      const response = await fetch('/builds/latest.json', { cache: 'no-cache' })
      if (!response.ok) return
      const latest: { id?: string } = await response.json()
      newer = latest.id !== undefined && latest.id !== buildId
    } catch {
      // Offline: the next hour asks again.
    }
  }, every)
}

export function buildIsOutdated(): boolean {
  return newer
}
