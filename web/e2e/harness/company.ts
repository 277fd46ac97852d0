import { createHmac } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'

const key = 'e2e-key-0123456789'
const salt = 'e2e-salt-9876543210'

type Request = { id: string; amount: string; reference: string; paid: boolean }

/** A payment provider that speaks HitPay's protocol, as far as a checkout needs it, and takes payments on demand. */
export class Company {
  /** Whether it answers; otherwise its callers wait in vain. */
  answers = true
  readonly #server: Server
  readonly #requests: Request[] = []

  constructor() {
    this.#server = createServer((request, response) => void this.#answer(request, response))
  }

  /** Starts it, and returns the setting of the program that uses it. */
  async start(): Promise<Record<string, string>> {
    await new Promise<void>((done) => this.#server.listen(0, '127.0.0.1', done))
    const address = this.#server.address()
    const port = typeof address === 'object' ? address?.port : undefined
    return { PAYNOW_PROVIDER: `hitpay://${key}:${salt}@127.0.0.1:${port}?tls=0` }
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((done) => this.#server.close(done))
  }

  /** Takes the payment of an order's last code. `tell`: the site to which a webhook about it is sent. */
  async pay(reference: string, tell?: string): Promise<void> {
    const request = this.#requests.findLast((one) => one.reference === reference)
    if (!request) throw new Error(`no code was made for ${reference}`)
    request.paid = true
    if (!tell) return
    const fields: Record<string, string> = {
      payment_id: `pay-${request.id}`,
      payment_request_id: request.id,
      phone: '',
      amount: request.amount,
      currency: 'SGD',
      status: 'completed',
      reference_number: reference,
    }
    const signed = Object.keys(fields)
      .toSorted()
      .map((name) => name + (fields[name] ?? ''))
      .join('')
    const hmac = createHmac('sha256', salt).update(signed).digest('hex')
    await fetch(`${tell}/api/payment/webhook`, { method: 'POST', body: new URLSearchParams({ ...fields, hmac }) })
  }

  async #answer(request: IncomingMessage, response: ServerResponse) {
    if (!this.answers) return
    const send = (status: number, body: unknown) =>
      response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body))
    if (request.headers['x-business-api-key'] !== key) return send(403, { message: 'Invalid business api key' })
    if (request.method === 'POST') {
      let body = ''
      for await (const chunk of request) body += String(chunk)
      const form = new URLSearchParams(body)
      const made = {
        id: `req-${this.#requests.length + 1}`,
        amount: form.get('amount') ?? '',
        reference: form.get('reference_number') ?? '',
        paid: false,
      }
      this.#requests.push(made)
      const code = `00020101021226380009SG.PAYNOW540${made.amount.length}${made.amount}62140110${made.reference}`
      return send(201, { id: made.id, status: 'pending', qr_code_data: { qr_code: code, qr_code_expiry: null } })
    }
    const found = this.#requests.find(({ id }) => request.url?.endsWith(`/${id}`))
    if (!found) return send(404, { message: 'No query results' })
    const payment = { id: `pay-${found.id}`, status: 'succeeded', currency: 'sgd', amount: found.amount, fees: '0.57' }
    return send(200, {
      id: found.id,
      status: found.paid ? 'completed' : 'pending',
      payments: found.paid ? [payment] : [],
    })
  }
}
