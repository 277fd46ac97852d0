import { expect, it } from 'vitest'
import { preloadQueue } from './preload-queue.ts'

function queued(limit: number) {
  const running: string[] = []
  const started: string[] = []
  const ends = new Map<string, (failed?: Error) => void>()
  const preload = preloadQueue(limit, (name) => {
    started.push(name)
    running.push(name)
    return new Promise<void>((done, failed) => {
      ends.set(name, (error) => {
        running.splice(running.indexOf(name), 1)
        if (error) failed(error)
        else done()
      })
    })
  })
  return { preload, running, started, end: (name: string, error?: Error) => ends.get(name)?.(error) }
}

const settled = () => new Promise((next) => setTimeout(next))

it('loads four at a time, the others in order', async () => {
  const queue = queued(4)
  for (const name of ['a', 'b', 'c', 'd', 'e', 'f']) queue.preload(name)
  expect(queue.running).toEqual(['a', 'b', 'c', 'd'])
  queue.end('b')
  await settled()
  expect(queue.running).toEqual(['a', 'c', 'd', 'e'])
  for (const name of ['a', 'c', 'd', 'e']) queue.end(name)
  await settled()
  expect(queue.running).toEqual(['f'])
})

it('loads nothing twice, unless it failed', async () => {
  const queue = queued(4)
  queue.preload('a')
  queue.preload('a')
  queue.end('a')
  await settled()
  queue.preload('a')
  queue.preload('b')
  queue.end('b', new Error('the network is gone'))
  await settled()
  queue.preload('b')
  expect(queue.started).toEqual(['a', 'b', 'b'])
})
