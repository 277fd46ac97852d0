import { bots } from '../router/routes.gen.ts'

/** Whether a User-Agent is of a program and not of a person's browser, by the server's own rule (internal/platform/httpd/bots.go). */
export function isBot(userAgent: string): boolean {
  const said = userAgent.toLowerCase().replaceAll(bots.phone, '')
  return bots.names.some((name) => said.startsWith(name)) || bots.words.some((word) => said.includes(word))
}
