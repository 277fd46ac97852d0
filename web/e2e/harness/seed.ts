import { Program } from './program.ts'

/** Before the tests: the demonstration is made once, and each program starts on a copy of it. What it gives back ends that. */
export default async function seed(): Promise<() => void> {
  const made = await Program.seed()
  process.env.E2E_SEEDED = made.dir
  return made.remove
}
