/**
 * A field on the server: its text, and how often it was saved (0: never), which a change sends as its base revision.
 */
export type SavedField = { value: string; rev: number }

/** Two people changed one field: theirs is the draft, mine is a separate version, and the later one chooses. */
export type Conflict = {
  field: string
  mine: string
  theirs: string
  /** The text from which both people started. */
  before: string
  rev: number
  by: string
  at: string
}

/** What the browser stores of a draft until the server has it. */
export type Unsaved = { at: number; fields: Record<string, { value: string; base: number }> }

/** The result of a save. */
export type SaveAnswer =
  | { kind: 'saved'; revs: Record<string, number>; conflicts: Omit<Conflict, 'mine' | 'before'>[] }
  | { kind: 'refused'; errors: Record<string, string> }
  | { kind: 'gone' }

/** The state of saving. */
export type SaveState = 'saved' | 'waiting' | 'saving' | 'offline' | 'refused' | 'gone'

export type Snapshot = {
  state: SaveState
  /** When everything was last on the server, in milliseconds; 0 before the first save. */
  savedAt: number
  fields: Readonly<Record<string, string>>
  errors: Readonly<Record<string, string>>
  conflicts: readonly Conflict[]
  /** The number of fields not yet on the server. */
  unsaved: number
}

type Deps = {
  send: (fields: Record<string, { value: string; base: number }>) => Promise<SaveAnswer>
  keep: (unsaved: Unsaved | null) => Promise<void>
  /** Called when a field's text was replaced by another than the typed one, so that its editor can update. */
  replaced: (field: string, value: string) => void
  now: () => number
}

/** The pause in typing before a save, and the wait before a retry, in milliseconds. */
export const idle = 2_000
export const pause = 10_000

/**
 * Saves a draft: every change is stored in the browser at once and on the server after {@link idle}. Whatever goes
 * wrong (no connection, a field error, another person's change), the input is kept.
 */
export class DraftKeeper {
  readonly #deps: Deps
  readonly #saved = new Map<string, SavedField>()
  readonly #typed = new Map<string, string>()
  readonly #listeners = new Set<() => void>()
  #errors: Record<string, string> = {}
  #conflicts: Conflict[] = []
  #state: SaveState = 'saved'
  #savedAt = 0
  #timer: ReturnType<typeof setTimeout> | undefined
  #sending: Promise<void> | null = null
  #keeping: Promise<void> | null = null
  #keepAgain = false
  #closed = false
  #snapshot: Snapshot

  constructor(fields: Record<string, SavedField>, deps: Deps) {
    this.#deps = deps
    for (const [name, field] of Object.entries(fields)) this.#saved.set(name, field)
    this.#snapshot = this.#look()
  }

  subscribe = (listener: () => void) => {
    this.#listeners.add(listener)
    return () => {
      this.#listeners.delete(listener)
    }
  }

  snapshot = () => this.#snapshot

  /** Records what was typed into a field. */
  type(field: string, value: string): void {
    if (value === this.#valueOf(field)) return
    this.#typed.set(field, value)
    this.#errors = Object.fromEntries(Object.entries(this.#errors).filter(([name]) => name !== field))
    if (this.#state !== 'offline' && this.#state !== 'gone') this.#state = this.#sending ? 'saving' : 'waiting'
    this.#keep()
    this.#in(idle)
    this.#tell()
  }

  /** Restores unsaved input of an earlier visit; the server detects changes by others meanwhile. */
  putIn(unsaved: Unsaved): void {
    for (const [field, { value, base }] of Object.entries(unsaved.fields)) {
      const saved = this.#saved.get(field)
      if (value === saved?.value) continue
      this.#saved.set(field, { value: saved?.value ?? '', rev: base })
      this.#typed.set(field, value)
      this.#deps.replaced(field, value)
    }
    this.#state = 'waiting'
    this.#keep()
    void this.save()
  }

  /** Resolves a conflict with the chosen text. */
  decide(field: string, value: string): void {
    const conflict = this.#conflicts.find((one) => one.field === field)
    if (!conflict) return
    this.#conflicts = this.#conflicts.filter((one) => one !== conflict)
    this.#saved.set(field, { value: conflict.theirs, rev: conflict.rev })
    if (value === conflict.theirs) this.#typed.delete(field)
    else this.#typed.set(field, value)
    if (value !== conflict.mine || value === conflict.theirs) this.#deps.replaced(field, value)
    this.#keep()
    void this.save()
  }

  /** Takes the server's fields, after a version was restored; unsaved input stays. */
  renew(fields: Record<string, SavedField>): void {
    for (const [name, field] of Object.entries(fields)) {
      const before = this.#saved.get(name)
      if (this.#typed.has(name) || before?.rev === field.rev) continue
      this.#saved.set(name, field)
      if (before?.value !== field.value) this.#deps.replaced(name, field.value)
    }
    this.#tell()
  }

  /** Saves what the server does not have; resolves when it is saved, or cannot be. True when nothing is pending. */
  async save(): Promise<boolean> {
    while (this.#sending) await this.#sending // oxlint-disable-line no-await-in-loop -- one save at a time
    if (this.#closed) return false
    clearTimeout(this.#timer)
    this.#sending = this.#sendAll().finally(() => {
      this.#sending = null
    })
    await this.#sending
    return this.#typed.size === 0 && this.#conflicts.length === 0
  }

  /** Stops saving; unsaved input is in the browser's storage. */
  close(): void {
    this.#closed = true
    clearTimeout(this.#timer)
    this.#listeners.clear()
  }

  async #sendAll(): Promise<void> {
    if (this.#typed.size === 0) {
      // There is nothing to store: earlier unsaved input in the browser's storage stays.
      if (this.#state !== 'gone') this.#state = 'saved'
      return this.#tell()
    }
    for (;;) {
      const sent = new Map([...this.#typed].filter(([field]) => this.#maySend(field)))
      if (sent.size === 0) break
      this.#state = 'saving'
      this.#tell()
      let answer: SaveAnswer
      try {
        // oxlint-disable-next-line no-await-in-loop -- what is typed meanwhile is based on the answer
        answer = await this.#deps.send(
          Object.fromEntries(
            [...sent].map(([field, value]) => [field, { value, base: this.#saved.get(field)?.rev ?? 0 }]),
          ),
        )
      } catch {
        this.#state = 'offline'
        this.#in(pause)
        this.#tell()
        return
      }
      if (answer.kind === 'gone') {
        this.#state = 'gone'
        this.#tell()
        return
      }
      if (answer.kind === 'refused') {
        this.#errors = { ...this.#errors, ...answer.errors }
        // A refusal that names none of the sent fields would be resent forever.
        if (![...sent.keys()].some((field) => this.#errors[field]))
          for (const field of sent.keys()) this.#errors[field] = ''
      } else this.#take(sent, answer)
      this.#tell()
    }
    this.#state = this.#typed.size === 0 ? 'saved' : 'refused'
    if (this.#state === 'saved') this.#savedAt = this.#deps.now()
    this.#keep()
    this.#tell()
  }

  #take(sent: Map<string, string>, answer: SaveAnswer & { kind: 'saved' }): void {
    for (const [field, value] of sent) {
      const theirs = answer.conflicts.find((one) => one.field === field)
      if (theirs) {
        const before = this.#saved.get(field)?.value ?? ''
        this.#conflicts.push({ ...theirs, mine: value, before })
        continue
      }
      this.#saved.set(field, { value, rev: answer.revs[field] ?? (this.#saved.get(field)?.rev ?? 0) + 1 })
      if (this.#typed.get(field) === value) this.#typed.delete(field)
    }
  }

  #maySend(field: string): boolean {
    return this.#errors[field] === undefined && !this.#conflicts.some((one) => one.field === field)
  }

  #valueOf(field: string): string {
    return this.#typed.get(field) ?? this.#saved.get(field)?.value ?? ''
  }

  #in(milliseconds: number): void {
    clearTimeout(this.#timer)
    if (!this.#closed) this.#timer = setTimeout(() => void this.save(), milliseconds)
  }

  /** One write at a time; later changes go with the next one. */
  #keep(): void {
    if (this.#keeping) {
      this.#keepAgain = true
      return
    }
    const fields = Object.fromEntries(
      [...this.#typed].map(([field, value]) => [field, { value, base: this.#saved.get(field)?.rev ?? 0 }]),
    )
    this.#keeping = this.#deps
      .keep(this.#typed.size === 0 ? null : { at: this.#deps.now(), fields })
      .catch(() => undefined) // without storage nothing is stored locally; the server has it in two seconds
      .finally(() => {
        this.#keeping = null
        if (!this.#keepAgain) return
        this.#keepAgain = false
        this.#keep()
      })
  }

  #look(): Snapshot {
    const names = new Set([...this.#saved.keys(), ...this.#typed.keys()])
    return {
      state: this.#state,
      savedAt: this.#savedAt,
      fields: Object.fromEntries([...names].map((name) => [name, this.#valueOf(name)])),
      errors: this.#errors,
      conflicts: [...this.#conflicts].map((one) => ({ ...one, mine: this.#valueOf(one.field) })),
      unsaved: this.#typed.size,
    }
  }

  #tell(): void {
    this.#snapshot = this.#look()
    for (const listener of this.#listeners) listener()
  }
}
