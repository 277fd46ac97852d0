import { Program } from './program.ts'

/** Global set-up: creates the demonstration data once, which each program copies. Returns the clean-up function. */
export default async function seed(): Promise<() => void> {
  const made = await Program.seed()
  process.env.E2E_SEEDED = made.dir
  return made.remove
}
