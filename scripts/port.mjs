// Finds TCP ports for programs that tests start, as internal/testkit/port does.
import { createServer } from 'node:net'

const [lowest, pairs, attempts] = [11_000, 2500, 100]

/**
 * Reserves a free port of 127.0.0.1 until this process ends: the odd port above is listened on meanwhile. A port that
 * the system chooses could belong to another server before the program listens.
 * @returns {Promise<number>}
 */
export async function reservePort() {
  for (let attempt = 0; attempt < attempts; attempt++) {
    const port = lowest + 2 * Math.floor(Math.random() * pairs)
    const reserved = await listen(port + 1)
    if (!reserved) continue
    const probe = await listen(port)
    if (probe) {
      await new Promise((done) => probe.close(done))
      reserved.unref()
      return port
    }
    reserved.close()
  }
  throw new Error('there is no free port')
}

/**
 * @param {number} port
 * @returns {Promise<{ close(done?: () => void): void; unref(): void } | undefined>} undefined: in use
 */
function listen(port) {
  return new Promise((done) => {
    const server = createServer()
    server.once('error', () => done(undefined))
    server.listen(port, '127.0.0.1', () => done(server))
  })
}
