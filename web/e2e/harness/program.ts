import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Mailbox } from './mailbox.ts'
import { allowManyOrders } from './setup.ts'
import { until } from './until.ts'

const repository = resolve(import.meta.dirname, '../../..')

/** Built with `-tags e2e`, so that its clock can be moved. */
const binary = join(repository, 'bin/shanmen-e2e')

export type Database = 'sqlite' | 'postgres'

/** Who makes the first account of an empty temple. */
export type Founder = { name: string; email: string; password: string }

export type Host = '127.0.0.1' | 'localhost'

/** The real program, serving a demonstration temple of its own, with a real mail server beside it. */
export class Program {
  readonly url: string
  readonly mailbox: Mailbox
  #process: ChildProcess
  readonly #arguments: string[]
  readonly #dir: string
  readonly #env: Record<string, string>
  #beside: Program[] = []
  #log = ''

  private constructor(url: string, mailbox: Mailbox, env: Record<string, string>, args = ['serve', '--demo']) {
    this.url = url
    this.mailbox = mailbox
    this.#dir = env.DATA_DIR ?? ''
    this.#env = env
    this.#arguments = args
    this.#process = this.#spawn()
  }

  #spawn(): ChildProcess {
    const child = spawn(binary, this.#arguments, { env: this.#env, stdio: ['ignore', 'ignore', 'pipe'] })
    child.stderr.on('data', (chunk: Buffer) => {
      this.#log += chunk.toString()
    })
    return child
  }

  /**
   * `host` is what browsers reach it by: passkeys belong to a name, so they need localhost. With `founder`, it serves an
   * empty temple with one administrator, made as its operator would. `settings` are more of its environment.
   */
  static async start(
    database: Database,
    host: Host = '127.0.0.1',
    founder?: Founder,
    settings: Record<string, string> = {},
  ): Promise<Program> {
    const dir = mkdtempSync(join(tmpdir(), 'shanmen-e2e-'))
    const seeded = database === 'sqlite' && !founder && !settings.CLOCK_AT && !settings.DEMO_LIVED_IN
    if (seeded && process.env.E2E_SEEDED) cpSync(process.env.E2E_SEEDED, dir, { recursive: true })
    const mailbox = await Mailbox.open()
    const port = await freePort()
    const url = `http://${host}:${port}`
    const env = {
      PORT: String(port),
      BASE_URL: url,
      DATA_DIR: dir,
      SMTP_URL: mailbox.url,
      MAIL_FROM: 'Qing Lian Temple <temple@example.org>',
      FLOOD_PER_MINUTE: '0',
      // Each test visits from an address of its own, which it says as a proxy would.
      TRUSTED_PROXIES: '127.0.0.1/32',
      ...(database === 'postgres' && { DATABASE_URL: newPostgres() }),
      ...settings,
    }
    if (founder) {
      const input = `${founder.name}\n\n${founder.email}\nadmin\n${founder.password}\n`
      execFileSync(binary, ['staff', 'add'], { env, input, stdio: ['pipe', 'ignore', 'inherit'] })
    }
    const program = new Program(url, mailbox, env, founder && ['serve'])
    await program.#ready()
    return program
  }

  /** The data of a new demonstration, which programs on SQLite start on a copy of: making it takes longer than all else. */
  static async seed(): Promise<{ dir: string; remove: () => void }> {
    const program = await Program.start('sqlite')
    await allowManyOrders(program.url)
    await program.#end()
    await program.mailbox.close()
    return { dir: program.#dir, remove: () => rmSync(program.#dir, { recursive: true, force: true }) }
  }

  /** One more process on the same PostgreSQL and the same files: it moves its clock and stops with this one. */
  async replica(): Promise<Program> {
    if (!this.#env.DATABASE_URL) throw new Error('only PostgreSQL has several replicas')
    const port = await freePort()
    const env = { ...this.#env, PORT: String(port) }
    const other = new Program(`http://127.0.0.1:${port}`, this.mailbox, env)
    this.#beside.push(other)
    await other.#ready()
    return other
  }

  #ready() {
    return until('the program is ready', async () => {
      if (this.#process.exitCode !== null) throw new Error(`the program stopped at once:\n${this.#log}`)
      return (await fetch(`${this.url}/readyz`).catch(() => null))?.ok
    })
  }

  /** Makes a backup as its operator would, to where its settings say. */
  backUp(): void {
    execFileSync(binary, ['backup'], { env: this.#env, stdio: 'ignore' })
  }

  /** Ends it at once, as a machine that loses its power: nothing is finished. */
  async kill(): Promise<void> {
    const ended = new Promise((done) => this.#process.on('exit', done))
    this.#process.kill('SIGKILL')
    await ended
  }

  /** Starts it anew on the same data, at the same address, after {@link kill}. */
  async again(): Promise<void> {
    this.#process = this.#spawn()
    await this.#ready()
  }

  /** Stops it as an operator would. What it wrote as errors is a failure of the tests. */
  async stop(): Promise<void> {
    for (const other of this.#beside) await other.#end()
    await this.#end()
    await this.mailbox.close()
    rmSync(this.#dir, { recursive: true, force: true })
  }

  async #end(): Promise<void> {
    if (this.#process.exitCode !== null || this.#process.signalCode !== null)
      throw new Error('the program is not there')
    const ended = new Promise<number | null>((done) => {
      this.#process.on('exit', done)
    })
    this.#process.kill('SIGINT') // no proxy stands before it that would have to be told first
    const code = await ended
    const errors = this.#log.split('\n').filter((line) => line.includes('level=ERROR'))
    if (code !== 0 || errors.length > 0) throw new Error(`the program ended with ${code}:\n${errors.join('\n')}`)
  }

  /** Moves the program's clock, as "31s" or "2h", with `work` past the jobs of that time. Browsers keep their own time. */
  async advance(by: string, work = false): Promise<void> {
    const body = JSON.stringify({ advance: by, work })
    for (const { url } of [this, ...this.#beside]) {
      const answer = await fetch(`${url}/test/clock`, { method: 'POST', body })
      if (!answer.ok) throw new Error(`the clock did not move: ${answer.status}; is ${binary} built with -tags e2e?`)
    }
  }

  /** Puts the program's clock at a moment, and does the jobs that are due by then. */
  async setClock(moment: Date): Promise<void> {
    const body = JSON.stringify({ set: moment.toISOString(), work: true })
    for (const { url } of [this, ...this.#beside]) {
      const answer = await fetch(`${url}/test/clock`, { method: 'POST', body })
      if (!answer.ok) throw new Error(`the clock did not move: ${answer.status} ${await answer.text()}`)
    }
  }

  /** Gives an option another price, in the rows themselves; SQLite only. */
  setPrice(offering: string, option: string, cents: number): void {
    const database = new DatabaseSync(join(this.#dir, 'shanmen.db'), { timeout: 10_000 })
    try {
      const { changes } = database
        .prepare(
          'UPDATE offering_options SET price = ? WHERE key = ? AND offering_id = (SELECT id FROM offerings WHERE key = ?)',
        )
        .run(cents, option, offering)
      if (changes !== 1) throw new Error(`there is no ${offering} ${option}`)
    } finally {
      database.close()
    }
  }

  /** As after an update: the program's own sentence was another one when the office wrote its own; SQLite only. */
  updateBelow(key: string, locale: 'en' | 'zh', was: string): void {
    const database = new DatabaseSync(join(this.#dir, 'shanmen.db'), { timeout: 10_000 })
    try {
      const { changes } = database
        .prepare('UPDATE message_edits SET over = ? WHERE key = ? AND locale = ?')
        .run(was, key, locale)
      if (changes !== 1) throw new Error(`the office has no ${key} (${locale}) of its own`)
    } finally {
      database.close()
    }
  }

  /** Writes rows until the temple has `count` common questions, a third of them without Chinese; SQLite only. */
  fillQuestions(count: number): void {
    this.#fill(
      count,
      "SELECT count(*) AS n FROM records WHERE kind = 'question' AND taken_at = 0",
      `INSERT INTO records (id, kind, key, title_en, title_zh, position, state_en, state_zh, changed_id, changed_at, created_at)
       SELECT 'fill-' || ?1, 'question', 'fill-' || ?1, 'Question ' || ?1, iif(?1 % 3 = 0, '', '问题 ' || ?1), 1000000 + ?1,
              'draft', iif(?1 % 3 = 0, 'missing', 'draft'), changed_id, changed_at, created_at
       FROM records WHERE kind = 'question' AND id NOT LIKE 'fill-%' LIMIT 1`,
      "INSERT INTO drafts (record_id, fields, rev, revs, matches) VALUES ('fill-' || ?1, '{}', 1, '{}', '{}')",
    )
  }

  /** Writes rows until the temple has `count` old addresses; SQLite only. */
  fillAddresses(count: number): void {
    this.#fill(
      count,
      'SELECT count(*) AS n FROM redirects',
      `INSERT INTO redirects (path, target, status, created_at, updated_at)
       VALUES ('/fill/' || ?1, '/', 301, 1700000000000, 1700000000000)`,
    )
  }

  /** Does `inserts`, which are given the number of their row, until `counted` says that there are `count`. */
  #fill(count: number, counted: string, ...inserts: string[]): void {
    const database = new DatabaseSync(join(this.#dir, 'shanmen.db'), { timeout: 10_000 })
    try {
      const there = Number(database.prepare(counted).get()?.n)
      database.exec('BEGIN IMMEDIATE')
      const rows = inserts.map((insert) => database.prepare(insert))
      for (let number = there + 1; number <= count; number++) for (const row of rows) row.run(BigInt(number)) // a number would be a REAL
      database.exec('COMMIT')
      if (Number(database.prepare(counted).get()?.n) !== count) throw new Error(`there are not ${count}`)
    } finally {
      database.close()
    }
  }

  /** One row of the database itself, which must be SQLite. */
  row(sql: string, ...values: (string | number)[]): Record<string, unknown> {
    const database = new DatabaseSync(join(this.#dir, 'shanmen.db'), { timeout: 10_000, readOnly: true })
    try {
      return { ...database.prepare(sql).get(...values) }
    } finally {
      database.close()
    }
  }

  /** Lets every answer of the inbox that waits fail, as if its receiver had refused it for good. SQLite only. */
  refuseAnswers(): void {
    const database = new DatabaseSync(join(this.#dir, 'shanmen.db'), { timeout: 10_000 })
    try {
      database
        .prepare(
          "UPDATE outbox SET state = 'dead', attempts = 3, why = 'refused', last_error = 'the mail server refused: RCPT TO, code 550 5.1.1' WHERE state = 'ready' AND about IN (SELECT id FROM entry_messages)",
        )
        .run()
    } finally {
      database.close()
    }
  }

  /** Marks it as a demonstration, or as a temple's own: there the office asks for a second step. SQLite only. */
  setDemonstration(on: boolean): void {
    const database = new DatabaseSync(join(this.#dir, 'shanmen.db'), { timeout: 10_000 })
    try {
      database.prepare("UPDATE settings SET value = ? WHERE key = 'demo'").run(on ? '1' : '0')
    } finally {
      database.close()
    }
  }

  /** The last code of six digits that a mobile number was sent. */
  smsCode(mobile: string): Promise<string> {
    const number = mobile.replaceAll(' ', '')
    return until(`a code for ${mobile}`, () => {
      const texts = this.#texts().filter(({ to }) => to === number)
      return /(?<!\d)\d{6}(?!\d)/.exec(texts.at(-1)?.text ?? '')?.[0]
    })
  }

  /** The first text that a mobile number was sent with these words in it. */
  smsTo(mobile: string, words: string): Promise<string> {
    const number = mobile.replaceAll(' ', '')
    return until(
      `a text to ${mobile} with "${words}"`,
      () => this.#texts().find(({ to, text }) => to === number && text.includes(words))?.text,
    )
  }

  #texts(): { to: string; text: string }[] {
    const folder = join(this.#dir, 'sms')
    let names: string[] = []
    try {
      // Their names are in the order of time. A file that is still written has another ending.
      names = readdirSync(folder)
        .filter((name) => name.endsWith('.txt'))
        .sort()
    } catch {
      return [] // none was sent yet
    }
    return names.map((name) => {
      const [to = '', ...text] = readFileSync(join(folder, name), 'utf8').split('\n')
      return { to, text: text.join('\n') }
    })
  }
}

/** A new, empty database on the server that `pgserver run` lends. */
function newPostgres(): string {
  return execFileSync(join(repository, 'bin/tools/pgserver'), ['create'], { encoding: 'utf8' }).trim()
}

/** What a reader would find in a PDF, by a library that has no part in writing it. */
export function pdfText(file: Buffer): string {
  return execFileSync(join(repository, 'bin/tools/pdftext'), { input: file, encoding: 'utf8' })
}

function freePort(): Promise<number> {
  return new Promise((done, failed) => {
    const server = createServer()
    server.on('error', failed)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() =>
        typeof address === 'object' && address ? done(address.port) : failed(new Error('there is no free port')),
      )
    })
  })
}
