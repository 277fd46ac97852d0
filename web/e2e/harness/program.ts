import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { reservePort } from '../../../scripts/port.mjs'
import { Mailbox } from './mailbox.ts'
import { allowManyOrders } from './setup.ts'
import { until } from './until.ts'

const repository = resolve(import.meta.dirname, '../../..')

/** Built with `-tags e2e`, so that tests can move its clock. */
const binary = join(repository, 'bin/shanmen-e2e')

export type Database = 'sqlite' | 'postgres'

/** The person who creates the first account of an empty temple. */
export type Founder = { name: string; email: string; password: string }

export type Host = '127.0.0.1' | 'localhost'

/** The real program, serving its own demonstration temple, with a mail server beside it. */
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
   * `host` is the host name that browsers use: passkeys need localhost, not an IP address. With `founder`, it serves an
   * empty temple with one administrator, created as its operator would. `settings` are additional environment
   * variables.
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
    const port = await reservePort()
    const url = `http://${host}:${port}`
    const env = {
      PORT: String(port),
      BASE_URL: url,
      DATA_DIR: dir,
      SMTP_URL: mailbox.url,
      MAIL_FROM: 'Qing Lian Temple <temple@example.org>',
      FLOOD_PER_MINUTE: '0',
      // Each test has its own client address, sent in a header as a proxy would.
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

  /** The data of a new demonstration, from which programs on SQLite start with a copy, because creating it is slow. */
  static async seed(): Promise<{ dir: string; remove: () => void }> {
    const program = await Program.start('sqlite')
    await allowManyOrders(program.url)
    await program.#end()
    await program.mailbox.close()
    return { dir: program.#dir, remove: () => rmSync(program.#dir, { recursive: true, force: true }) }
  }

  /** A second process on the same PostgreSQL and the same files: it shares the clock and stops with this one. */
  async replica(): Promise<Program> {
    if (!this.#env.DATABASE_URL) throw new Error('several replicas need PostgreSQL')
    const port = await reservePort()
    const env = { ...this.#env, PORT: String(port) }
    const other = new Program(`http://127.0.0.1:${port}`, this.mailbox, env)
    this.#beside.push(other)
    await other.#ready()
    return other
  }

  #ready() {
    return until('the program is ready', async () => {
      if (this.#process.exitCode !== null) throw new Error(`the program stopped during start-up:\n${this.#log}`)
      return (await fetch(`${this.url}/readyz`).catch(() => null))?.ok
    })
  }

  /** Makes a backup as its operator would, to the configured folder. */
  backUp(): void {
    execFileSync(binary, ['backup'], { env: this.#env, stdio: 'ignore' })
  }

  /** Kills it at once, like a power failure: nothing is finished. */
  async kill(): Promise<void> {
    const ended = new Promise((done) => this.#process.on('exit', done))
    this.#process.kill('SIGKILL')
    await ended
  }

  /** Starts it again on the same data and address, after {@link kill}. */
  async again(): Promise<void> {
    this.#process = this.#spawn()
    await this.#ready()
  }

  /** Stops it as an operator would. Errors in its log fail the tests. */
  async stop(): Promise<void> {
    for (const other of this.#beside) await other.#end()
    await this.#end()
    await this.mailbox.close()
    rmSync(this.#dir, { recursive: true, force: true })
  }

  async #end(): Promise<void> {
    if (this.#process.exitCode !== null || this.#process.signalCode !== null)
      throw new Error('the program does not respond')
    const ended = new Promise<number | null>((done) => {
      this.#process.on('exit', done)
    })
    this.#process.kill('SIGINT') // no proxy has to stop sending requests first
    const code = await ended
    const errors = this.#log.split('\n').filter((line) => line.includes('level=ERROR'))
    if (code !== 0 || errors.length > 0) throw new Error(`the program ended with ${code}:\n${errors.join('\n')}`)
  }

  /**
   * Moves the program's clock by "31s" or "2h"; with `work`, runs the jobs that become due. Browsers keep their own
   * clock.
   */
  async advance(by: string, work = false): Promise<void> {
    const body = JSON.stringify({ advance: by, work })
    for (const { url } of [this, ...this.#beside]) {
      const answer = await fetch(`${url}/test/clock`, { method: 'POST', body })
      if (!answer.ok) throw new Error(`the clock did not move: ${answer.status}; is ${binary} built with -tags e2e?`)
    }
  }

  /** Sets the program's clock to a time, and runs the jobs due by then. */
  async setClock(moment: Date): Promise<void> {
    const body = JSON.stringify({ set: moment.toISOString(), work: true })
    for (const { url } of [this, ...this.#beside]) {
      const answer = await fetch(`${url}/test/clock`, { method: 'POST', body })
      if (!answer.ok) throw new Error(`the clock did not move: ${answer.status} ${await answer.text()}`)
    }
  }

  /** Changes the price of an option directly in the database; SQLite only. */
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

  /** Simulates an update: changes the built-in text that the office's own wording was based on; SQLite only. */
  updateBelow(key: string, locale: 'en' | 'zh', was: string): void {
    const database = new DatabaseSync(join(this.#dir, 'shanmen.db'), { timeout: 10_000 })
    try {
      const { changes } = database
        .prepare('UPDATE message_edits SET over = ? WHERE key = ? AND locale = ?')
        .run(was, key, locale)
      if (changes !== 1) throw new Error(`there is no wording of ${key} (${locale})`)
    } finally {
      database.close()
    }
  }

  /** Inserts rows until the temple has `count` FAQ entries, a third of them without Chinese; SQLite only. */
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

  /** Inserts rows until the temple has `count` old addresses; SQLite only. */
  fillAddresses(count: number): void {
    this.#fill(
      count,
      'SELECT count(*) AS n FROM redirects',
      `INSERT INTO redirects (path, target, status, created_at, updated_at)
       VALUES ('/fill/' || ?1, '/', 301, 1700000000000, 1700000000000)`,
    )
  }

  /** Runs `inserts` with increasing row numbers until `counted` returns `count`. */
  #fill(count: number, counted: string, ...inserts: string[]): void {
    const database = new DatabaseSync(join(this.#dir, 'shanmen.db'), { timeout: 10_000 })
    try {
      const there = Number(database.prepare(counted).get()?.n)
      database.exec('BEGIN IMMEDIATE')
      const rows = inserts.map((insert) => database.prepare(insert))
      for (let number = there + 1; number <= count; number++) for (const row of rows) row.run(BigInt(number)) // a JavaScript number would be stored as REAL
      database.exec('COMMIT')
      if (Number(database.prepare(counted).get()?.n) !== count) throw new Error(`the number of rows is not ${count}`)
    } finally {
      database.close()
    }
  }

  /** Reads one row directly from the SQLite database. */
  row(sql: string, ...values: (string | number)[]): Record<string, unknown> {
    const database = new DatabaseSync(join(this.#dir, 'shanmen.db'), { timeout: 10_000, readOnly: true })
    try {
      return { ...database.prepare(sql).get(...values) }
    } finally {
      database.close()
    }
  }

  /** Marks every pending inbox answer as permanently failed, as if its receiver had refused it. SQLite only. */
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

  /**
   * Switches between demonstration mode and a temple's own, in which the office requires a second factor. SQLite only.
   */
  setDemonstration(on: boolean): void {
    const database = new DatabaseSync(join(this.#dir, 'shanmen.db'), { timeout: 10_000 })
    try {
      database.prepare("UPDATE settings SET value = ? WHERE key = 'demo'").run(on ? '1' : '0')
    } finally {
      database.close()
    }
  }

  /** The last six-digit code sent to a mobile number. */
  smsCode(mobile: string): Promise<string> {
    const number = mobile.replaceAll(' ', '')
    return until(`a code for ${mobile}`, () => {
      const texts = this.#texts().filter(({ to }) => to === number)
      return /(?<!\d)\d{6}(?!\d)/.exec(texts.at(-1)?.text ?? '')?.[0]
    })
  }

  /** The first SMS to a mobile number that contains this text. */
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
      // File names are in order of time. A file that is still being written has another extension.
      names = readdirSync(folder)
        .filter((name) => name.endsWith('.txt'))
        .sort()
    } catch {
      return [] // none has been sent yet
    }
    return names.map((name) => {
      const [to = '', ...text] = readFileSync(join(folder, name), 'utf8').split('\n')
      return { to, text: text.join('\n') }
    })
  }
}

/** Creates an empty database on the server that `pgserver run` provides. */
function newPostgres(): string {
  return execFileSync(join(repository, 'bin/tools/pgserver'), ['create'], { encoding: 'utf8' }).trim()
}

/** The text of a PDF, extracted with a library that is not involved in writing it. */
export function pdfText(file: Buffer): string {
  return execFileSync(join(repository, 'bin/tools/pdftext'), { input: file, encoding: 'utf8' })
}
