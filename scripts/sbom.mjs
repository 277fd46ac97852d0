// sbom.mjs FILE…: takes out of bills of materials (CycloneDX, JSON) what differs from one making to the next: their
// number, their time (SOURCE_DATE_EPOCH stands for it) and the programs that wrote them.
import { readFileSync, writeFileSync } from 'node:fs'

const time = new Date(Number(process.env.SOURCE_DATE_EPOCH) * 1000).toISOString()
for (const file of process.argv.slice(2)) {
  const bill = JSON.parse(readFileSync(file, 'utf8'))
  delete bill.serialNumber
  delete bill.metadata.tools
  bill.metadata.timestamp = time
  writeFileSync(file, `${JSON.stringify(bill, null, 2)}\n`)
}
