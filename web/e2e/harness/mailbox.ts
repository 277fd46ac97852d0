import { createServer, type Server, type Socket } from 'node:net'
import { readMail, type Mail } from './mail.ts'
import { until } from './until.ts'

/** An SMTP server (the part of RFC 5321 that a client needs to send mail) that stores what it receives. */
export class Mailbox {
  readonly url: string
  readonly #server: Server
  readonly #mails: Mail[]

  private constructor(server: Server, mails: Mail[], port: number) {
    this.#server = server
    this.#mails = mails
    this.url = `smtp://127.0.0.1:${port}`
  }

  static open(): Promise<Mailbox> {
    const mails: Mail[] = []
    const server = createServer((socket) => converse(socket, (mail) => mails.push(mail)))
    return new Promise((done, failed) => {
      server.on('error', failed)
      server.listen(0, '127.0.0.1', () => {
        const address = server.address()
        if (typeof address === 'object' && address) done(new Mailbox(server, mails, address.port))
      })
    })
  }

  /** Waits for the e-mail to an address with this subject, in which … matches any text. */
  mailTo(address: string, subject: string): Promise<Mail> {
    const parts = subject.split('…')
    return until(`a mail to ${address} about "${subject}"`, () =>
      this.#mails.find((mail) => mail.to.includes(address) && parts.every((part) => mail.subject.includes(part))),
    )
  }

  /** The subjects of e-mails that contain a text, such as an order's reference. */
  subjectsAbout(words: string): string[] {
    return this.#mails.filter(({ text }) => text.includes(words)).map(({ subject }) => subject)
  }

  /** How many e-mails an address has received. */
  countTo(address: string): number {
    return this.#mails.filter((mail) => mail.to.includes(address)).length
  }

  close(): Promise<void> {
    return new Promise((done) => {
      this.#server.close(() => done())
    })
  }
}

function converse(socket: Socket, keep: (mail: Mail) => void): void {
  const say = (line: string) => socket.write(`${line}\r\n`)
  let heard = ''
  let to: string[] = []
  let inData = false
  socket.setEncoding('latin1') // one character for each byte; the e-mail's own headers name its encoding
  socket.on('error', () => socket.destroy())
  socket.on('data', (chunk: string) => {
    heard += chunk
    for (;;) {
      const end = heard.indexOf(inData ? '\r\n.\r\n' : '\r\n')
      if (end < 0) return
      const said = heard.slice(0, end)
      heard = heard.slice(end + (inData ? 5 : 2))
      if (inData) {
        keep(readMail(to, said.replaceAll(/^\.\./gm, '.')))
        inData = false
        to = []
        say('250 2.0.0 kept')
      } else obey(said)
    }
  })
  function obey(said: string) {
    const verb = said.slice(0, 4).toUpperCase()
    if (verb === 'EHLO') {
      say('250-127.0.0.1')
      say('250 8BITMIME')
    } else if (verb === 'RCPT') {
      const address = /<([^>]+)>/.exec(said)?.[1]
      if (!address) return say('501 5.1.3 whom?')
      to.push(address)
      say('250 2.1.5 ok')
    } else if (verb === 'DATA') {
      inData = true
      say('354 go on')
    } else if (verb === 'QUIT') {
      say('221 2.0.0 bye')
      socket.end()
    } else if (['HELO', 'MAIL', 'RSET', 'NOOP'].includes(verb)) say('250 2.0.0 ok')
    else say('502 5.5.1 not known here')
  }
  say('220 127.0.0.1 ESMTP')
}
