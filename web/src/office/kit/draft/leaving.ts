const leaving = new Map<string, Promise<unknown>>()

/** Notes the save with which the page of a draft was left. */
export function noteLastSave(id: string, save: Promise<unknown>): void {
  leaving.set(id, save)
  void save.finally(() => leaving.get(id) === save && leaving.delete(id))
}

/** Resolves after that save, so that a draft opened again does not show an older text. */
export async function lastSave(id: string): Promise<void> {
  await leaving.get(id)
}
