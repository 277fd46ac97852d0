// Prints the program's memory at rest and after requests for its public pages, in both languages and each
// compression: `node scripts/memory.mjs [program]`. It serves a demonstration temple in a temporary folder. Linux
// only: it reads /proc.
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { get } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { argv, env, stdout } from 'node:process'
import { setTimeout as sleep } from 'node:timers/promises'

const port = 18_080
const paths = [
  '/',
  '/about-us/history',
  '/blessing-service',
  '/blessing-service/light-lamp',
  '/blessing-service/lamp-oil',
  '/blessing-service/permanent-tablet',
  '/event',
  '/event/winter-solstice',
  '/contact-us',
  '/find-my-lamp',
  '/misc/faq',
  '/misc/privacy-policy',
  '/misc/service-policy',
  '/misc/term-and-condition',
  '/cart',
  '/member/login',
  '/member/registration',
  '/member/forgot-password',
  '/lamp',
  '/nowhere',
]

/** Requests a page with this Accept-Encoding and returns the status; the body is not decompressed. */
const ask = (path, coding) =>
  new Promise((done, fail) => {
    get({ port, path, headers: { 'Accept-Encoding': coding } }, (answer) => {
      answer.resume().on('end', () => done(answer.statusCode))
    }).on('error', fail)
  })

const folder = mkdtempSync(join(tmpdir(), 'shanmen-memory-'))
const program = spawn(argv[2] ?? 'bin/shanmen', ['serve', '--demo'], {
  env: { ...env, PORT: String(port), DATA_DIR: folder },
  stdio: ['ignore', 'ignore', 'inherit'],
})
const memory = () => {
  const status = readFileSync(`/proc/${program.pid}/status`, 'utf8')
  const mb = (name) => `${name} ${(Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1]) / 1024).toFixed(0)} MB`
  return ['VmRSS', 'RssAnon', 'VmHWM'].map(mb).join(', ')
}
try {
  while ((await ask('/readyz', 'identity').catch(() => 0)) !== 200) await sleep(100)
  await sleep(3000)
  stdout.write(`at rest: ${memory()}\n`)
  // Twice: the smaller compressed forms of a page are made after its first request.
  for (let round = 0; round < 2; round++) {
    for (const prefix of ['', '/zh'])
      for (const path of paths) for (const coding of ['br', 'gzip', 'identity']) await ask(prefix + path, coding)
    await sleep(5000)
  }
  stdout.write(`after ${paths.length} pages in two languages and three codings, twice: ${memory()}\n`)
} finally {
  program.kill()
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
}
