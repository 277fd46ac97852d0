// sbom.mjs FILE…: makes bills of materials (CycloneDX, JSON) reproducible: removes their serial number, their time
// (replaced by SOURCE_DATE_EPOCH) and the names of the tools that wrote them.
import { readFileSync, writeFileSync } from 'node:fs'

const time = new Date(Number(process.env.SOURCE_DATE_EPOCH) * 1000).toISOString()
for (const file of process.argv.slice(2)) {
  const bill = JSON.parse(readFileSync(file, 'utf8'))
  delete bill.serialNumber
  delete bill.metadata.tools
  bill.metadata.timestamp = time
  writeFileSync(file, `${JSON.stringify(bill, null, 2)}\n`)
}
