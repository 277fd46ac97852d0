/** A place for one value of the session cache, and what stands there before anything is written. */
export type Slot<Value> = { readonly first: () => Value }

/** What this tab knows of its visitor: the session, the cart, pages that were fetched. Signing out empties it. */
export class SessionCache {
  readonly #values = new Map<Slot<unknown>, unknown>()
  readonly #listeners = new Set<() => void>()

  /** The same value until another is written. */
  read<Value>(slot: Slot<Value>): Value {
    if (!this.#values.has(slot)) this.#values.set(slot, slot.first())
    return this.#values.get(slot) as Value
  }

  write<Value>(slot: Slot<Value>, value: Value): void {
    this.#values.set(slot, value)
    this.#tell()
  }

  /** Drops everything but one value. */
  forget(kept: Slot<unknown>): void {
    for (const slot of this.#values.keys()) if (slot !== kept) this.#values.delete(slot)
    this.#tell()
  }

  /** Listens to every change until what it returns is called. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  #tell(): void {
    for (const listener of this.#listeners) listener()
  }
}
