import { bots } from '../router/routes.gen.ts'

/** Whether a User-Agent belongs to a bot, by the same rule as the server's (internal/platform/httpd/bots.go). */
export function isBot(userAgent: string): boolean {
  const said = userAgent.toLowerCase().replaceAll(bots.phone, '')
  return bots.names.some((name) => said.startsWith(name)) || bots.words.some((word) => said.includes(word))
}
