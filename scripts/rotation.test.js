// @vitest-environment node
import { execFileSync, spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'

// The scripts work on the repository that contains them, so each test gets its own.
let repository = ''
const git = (...words) =>
  execFileSync('git', ['-c', 'user.name=test', '-c', 'user.email=test@example.org', ...words], {
    cwd: repository,
    encoding: 'utf8',
  })
const write = (path, text) => writeFileSync(join(repository, path), text)
const commit = () => git('commit', '--quiet', '--allow-empty', '--message', 'one more')
const land = (...flaky) => `2026-11-28\t${git('rev-parse', 'HEAD').trim()}\t${flaky.join('\t')}\n`

beforeEach(() => {
  repository = mkdtempSync(join(tmpdir(), 'rotation-'))
  for (const folder of ['scripts', '.ci', 'reports', 'internal/a', 'internal/b'])
    mkdirSync(join(repository, folder), { recursive: true })
  for (const name of ['browser-tests.mjs', 'changed.sh', 'due.sh', 'flaky.mjs'])
    copyFileSync(join(import.meta.dirname, name), join(repository, 'scripts', name))
  write('.gitignore', 'reports\n')
  write('internal/a/a.go', 'package a\n')
  write('internal/b/b.go', 'package b\n')
  git('init', '--quiet')
  git('add', '.')
  commit()
  write('.ci/landings.tsv', `# comment\n${land()}`)
})
afterEach(() => rmSync(repository, { recursive: true }))

const units = Array.from({ length: 16 }, (_, i) => `unit${i}\tinternal/${i}`)
const due = (lines, rotate = '1', ...turns) =>
  execFileSync(join(repository, 'scripts/due.sh'), turns, {
    input: `${lines.join('\n')}\n`,
    encoding: 'utf8',
    env: { ...process.env, ROTATE: rotate, BASE: '' },
    stdio: ['pipe', 'pipe', 'ignore'],
  })
    .split('\n')
    .filter(Boolean)

test('every unit is due when ROTATE is unset or the last landed commit is unknown', () => {
  expect(due(units, '')).toEqual(units)
  write('.ci/landings.tsv', '2026-11-28\tdeadbeef\n')
  expect(due(units)).toEqual(units)
})

test('a unit that no change touches is due in one of eight commits', () => {
  const turns = []
  for (let i = 0; i < 8; i++) {
    turns.push(due(units))
    commit()
  }
  expect(turns.map((turn) => turn.length)).toEqual([2, 2, 2, 2, 2, 2, 2, 2])
  expect(turns.flat().toSorted()).toEqual(units.toSorted())
  const sixteenths = Array.from({ length: 16 }, () => {
    commit()
    return due(units, '1', '16')
  })
  expect(sixteenths.map((turn) => turn.length)).toEqual(Array(16).fill(1))
  expect(sixteenths.flat().toSorted()).toEqual(units.toSorted())
})

test('a unit is due in every commit that changes it, but not when the change only renames it', () => {
  const touched = ['a\tinternal/a', 'b\tinternal/b', ...units]
  const always = () => {
    const turns = []
    for (let i = 0; i < 8; i++) {
      turns.push(due(touched))
      commit()
    }
    return touched.filter((line) => turns.every((turn) => turn.includes(line)))
  }
  git('mv', 'internal/b/b.go', 'internal/b/c.go')
  write('internal/a/a.go', 'package a // changed\n')
  expect(always()).toEqual(['a\tinternal/a'])
  git('add', '.')
  commit()
  expect(always()).toEqual(['a\tinternal/a'])
  write('internal/b/new.go', 'package b\n')
  expect(always()).toEqual(['a\tinternal/a', 'b\tinternal/b'])
})

test('a change that touches more than a quarter of the units runs only those whose turn it is', () => {
  write('internal/a/a.go', 'package a // changed\n')
  const dueOf = (touched) => due(units.map((unit, i) => (i < touched ? `unit${i}\tinternal/a` : unit))).length
  expect(dueOf(4)).toBeGreaterThanOrEqual(4)
  expect(dueOf(5)).toBe(2)
  expect(dueOf(16)).toBe(2)
  expect(due(['one\tinternal/a'])).toEqual(['one\tinternal/a'])
})

/** Writes a Playwright report with one test, and returns the output of flaky.mjs. */
function flaky(status) {
  const tests = [{ projectName: 'phone', status, results: [{ duration: 1000 }, { duration: 500 }] }]
  const inner = { title: 'the cart', file: 'cart.spec.ts', specs: [{ title: 'is kept', file: 'cart.spec.ts', tests }] }
  write(
    'reports/browser.json',
    JSON.stringify({ suites: [{ title: 'cart.spec.ts', file: 'cart.spec.ts', suites: [inner] }] }),
  )
  const { status: code, stdout } = spawnSync('node', ['scripts/flaky.mjs'], {
    cwd: repository,
    encoding: 'utf8',
    env: { ...process.env, BASE: '' },
  })
  return { code, stdout }
}
const name = 'cart.spec.ts: the cart › is kept [phone]'

test('a test that passed only on retry is printed; the first time, the run does not fail', () => {
  expect(flaky('expected')).toEqual({ code: 0, stdout: '' })
  expect(flaky('flaky')).toEqual({ code: 0, stdout: `FLAKY: ${name}\n` })
})

test('a retried test fails the run when the commit changes its spec file', () => {
  mkdirSync(join(repository, 'web/e2e'), { recursive: true })
  write('web/e2e/cart.spec.ts', 'changed')
  expect(flaky('flaky')).toMatchObject({ code: 1, stdout: expect.stringContaining('touches its spec') })
})

test('a retried test fails the run when two of the last five landings also printed it', () => {
  write('.ci/landings.tsv', land(name) + land() + land('another', name) + land() + land() + land())
  expect(flaky('flaky').code).toBe(0)
  write('.ci/landings.tsv', land() + land(name) + land() + land('another', name) + land() + land())
  expect(flaky('flaky')).toMatchObject({ code: 1, stdout: expect.stringContaining('2 of the last 5 landings') })
})
