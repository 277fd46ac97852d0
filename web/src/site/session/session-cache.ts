/** The key for one value of the session cache, with its initial value. */
export type Slot<Value> = { readonly first: () => Value }

/** What this tab knows about its visitor: session, cart, loaded pages. Logout clears it. */
export class SessionCache {
  readonly #values = new Map<Slot<unknown>, unknown>()
  readonly #listeners = new Set<() => void>()

  /** Returns the same value until another is written. */
  read<Value>(slot: Slot<Value>): Value {
    if (!this.#values.has(slot)) this.#values.set(slot, slot.first())
    return this.#values.get(slot) as Value
  }

  write<Value>(slot: Slot<Value>, value: Value): void {
    this.#values.set(slot, value)
    this.#tell()
  }

  /** Clears everything except one value. */
  forget(kept: Slot<unknown>): void {
    for (const slot of this.#values.keys()) if (slot !== kept) this.#values.delete(slot)
    this.#tell()
  }

  /** Subscribes to all changes; returns the function that unsubscribes. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  #tell(): void {
    for (const listener of this.#listeners) listener()
  }
}
