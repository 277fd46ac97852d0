// Turns the events of `go test -json` on standard input into the lines that `go test` prints without -v: a line for each
// package, and the whole output of what failed.
import { stdin, stdout } from 'node:process'
import { createInterface } from 'node:readline'

/** Output of each test that is still running. @type {Map<string, string>} */
const output = new Map()

for await (const line of createInterface({ input: stdin })) {
  if (!line.startsWith('{')) {
    stdout.write(`${line}\n`)
    continue
  }
  /** @type {{ Action: string, Package?: string, ImportPath?: string, Test?: string, Output?: string }} */
  const event = JSON.parse(line)
  const key = `${event.Package} ${event.Test ?? ''}`
  if (event.Action === 'build-output') stdout.write(event.Output ?? '')
  else if (event.Action === 'output') {
    if (!event.Test && /^(ok|FAIL|panic:|\?)\s/.test(event.Output ?? '')) stdout.write(event.Output ?? '')
    else output.set(key, (output.get(key) ?? '') + event.Output)
  } else if (['pass', 'fail', 'skip'].includes(event.Action)) {
    if (event.Action === 'fail') stdout.write(output.get(key) ?? '')
    output.delete(key)
  }
}
