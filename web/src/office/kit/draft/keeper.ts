/** A field on the server: its text and revision (0: never written), which a change sends as its base. */
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
  /** The chosen text, while the server has not yet answered what was typed since. */
  chosen: string | undefined
}

/** What the browser stores of a draft until the server has it. `sent` is a text whose save was not answered. */
export type Unsaved = { at: number; fields: Record<string, { value: string; base: number; sent?: string }> }

/**
 * The result of a save. 'refused': nothing was saved. 'saved': everything but the fields with errors; a saved field
 * without a revision was never written.
 */
export type SaveAnswer =
  | {
      kind: 'saved'
      revs: Record<string, number>
      conflicts: Omit<Conflict, 'mine' | 'before' | 'chosen'>[]
      errors?: Record<string, string>
    }
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
  /** What was sent and not answered: sent again as it was, or a save that only lost its answer would be a conflict. */
  #unanswered: Map<string, { value: string; base: number }> | null = null
  readonly #listeners = new Set<() => void>()
  #errors: Record<string, string> = {}
  /** `mine` is the text that was sent, and is a version. */
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
    this.#choose(field, undefined)
    this.#forgive([field])
    if (this.#state !== 'offline' && this.#state !== 'gone') this.#state = this.#sending ? 'saving' : 'waiting'
    this.#keep()
    this.#in(idle)
    this.#tell()
  }

  /**
   * Restores unsaved input of an earlier visit; the server detects changes by others meanwhile. A save without an answer
   * has arrived if the draft has its text: then the input is based on that.
   */
  putIn(unsaved: Unsaved): void {
    for (const [field, { value, base, sent }] of Object.entries(unsaved.fields)) {
      const saved = this.#saved.get(field) ?? { value: '', rev: 0 }
      if (value === saved.value) continue
      this.#saved.set(field, sent === saved.value ? saved : { ...saved, rev: base })
      this.#typed.set(field, value)
      this.#choose(field, undefined)
      this.#forgive([field])
      this.#deps.replaced(field, value)
    }
    this.#state = 'waiting'
    this.#keep()
    void this.save()
  }

  /**
   * Resolves a conflict with the chosen text. What was typed since, unless it was refused, is sent before theirs replaces
   * it, so that it becomes a version.
   */
  decide(field: string, value: string): void {
    const conflict = this.#conflictOf(field)
    if (!conflict) return
    const stored = this.#valueOf(field) === conflict.mine || this.#errors[field] !== undefined
    if (this.#unanswered?.has(field) || (value === conflict.theirs && !stored)) this.#choose(field, value)
    else this.#resolve(conflict, value)
    this.#keep()
    this.#tell()
    void this.save()
  }

  /** Takes the server's newer fields, after a version was restored; unsaved input stays. */
  renew(fields: Record<string, SavedField>): void {
    for (const [name, field] of Object.entries(fields)) {
      const before = this.#saved.get(name)
      // An answer that was read before the last save may arrive after it.
      if (this.#typed.has(name) || (before && field.rev <= before.rev)) continue
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
      const sent = this.#unanswered ?? this.#next()
      if (sent.size === 0) break
      this.#unanswered = sent
      this.#keep()
      this.#state = 'saving'
      this.#tell()
      let answer: SaveAnswer
      try {
        // oxlint-disable-next-line no-await-in-loop -- what is typed meanwhile is based on the answer
        answer = await this.#deps.send(Object.fromEntries(sent))
      } catch {
        this.#state = 'offline'
        this.#in(pause)
        this.#tell()
        return
      }
      if (answer.kind === 'gone') {
        this.#state = 'gone'
        for (const { field } of this.#conflicts) this.#choose(field, undefined)
        this.#tell()
        return
      }
      this.#unanswered = null
      if (answer.kind === 'saved') this.#take(sent, answer)
      this.#refuse(sent, answer)
      this.#keep()
      this.#tell()
    }
    this.#state = this.#typed.size === 0 ? 'saved' : 'refused'
    if (this.#state === 'saved') this.#savedAt = this.#deps.now()
    this.#keep()
    this.#tell()
  }

  #conflictOf(field: string): Conflict | undefined {
    return this.#conflicts.find((one) => one.field === field)
  }

  #choose(field: string, chosen: string | undefined): void {
    this.#conflicts = this.#conflicts.map((one) => (one.field === field ? { ...one, chosen } : one))
  }

  #resolve(conflict: Conflict, value: string): void {
    const { field, mine, theirs, rev } = conflict
    this.#conflicts = this.#conflicts.filter((one) => one.field !== field)
    this.#saved.set(field, { value: theirs, rev })
    this.#forgive([field])
    if (value === theirs) this.#typed.delete(field)
    else this.#typed.set(field, value)
    if (value !== mine || value === theirs) this.#deps.replaced(field, value)
  }

  /** What is sent next: a text to be given up alone, so that a refusal is about it; otherwise all that may be sent. */
  #next(): Map<string, { value: string; base: number }> {
    const fields = [...this.#typed].filter(([field]) => this.#errors[field] === undefined)
    const givenUp = fields.filter(([field]) => this.#conflictOf(field)?.chosen !== undefined)
    const chosen = givenUp.length > 0 ? givenUp.slice(0, 1) : fields.filter(([field]) => !this.#conflictOf(field))
    return new Map(chosen.map(([field, value]) => [field, { value, base: this.#saved.get(field)?.rev ?? 0 }]))
  }

  #take(sent: Map<string, { value: string }>, answer: SaveAnswer & { kind: 'saved' }): void {
    for (const [field, { value }] of sent) {
      if (answer.errors?.[field] !== undefined) continue
      const theirs = answer.conflicts.find((one) => one.field === field)
      const open = this.#conflictOf(field)
      this.#conflicts = this.#conflicts.filter((one) => one !== open)
      if (theirs) {
        const before = open?.before ?? this.#saved.get(field)?.value ?? ''
        const chosen = open?.theirs === theirs.theirs ? open.chosen : undefined
        const conflict = { ...theirs, mine: value, before, chosen }
        const stored = this.#typed.get(field) === value || chosen !== theirs.theirs
        if (chosen !== undefined && stored) this.#resolve(conflict, chosen)
        else this.#conflicts.push(conflict)
        continue
      }
      this.#saved.set(field, { value, rev: answer.revs[field] ?? 0 })
      if (this.#typed.get(field) === value) this.#typed.delete(field)
    }
  }

  #refuse(sent: Map<string, { value: string }>, answer: SaveAnswer & { kind: 'saved' | 'refused' }): void {
    this.#errors = { ...this.#errors, ...answer.errors }
    // A refusal that names no sent field would be resent forever.
    if (answer.kind === 'refused' && ![...sent.keys()].some((field) => answer.errors[field]))
      for (const field of sent.keys()) this.#errors[field] = ''
    // A field typed into meanwhile is sent again.
    this.#forgive([...sent].flatMap(([field, { value }]) => (this.#typed.get(field) === value ? [] : field)))
    // A text that cannot be stored is given up without a version.
    for (const one of this.#conflicts)
      if (one.chosen !== undefined && this.#errors[one.field] !== undefined) this.#resolve(one, one.chosen)
  }

  /** Removes the errors of fields that have another text now. */
  #forgive(fields: readonly string[]): void {
    this.#errors = Object.fromEntries(Object.entries(this.#errors).filter(([field]) => !fields.includes(field)))
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
      [...this.#typed].map(([field, value]) => {
        const sent = this.#unanswered?.get(field)?.value
        const base = this.#saved.get(field)?.rev ?? 0
        return [field, sent === undefined ? { value, base } : { value, base, sent }]
      }),
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
      conflicts: this.#conflicts.map((one) => ({ ...one, mine: this.#valueOf(one.field) })),
      unsaved: this.#typed.size,
    }
  }

  #tell(): void {
    this.#snapshot = this.#look()
    for (const listener of this.#listeners) listener()
  }
}
