import { readDevice, writeDevice } from '../../lib/device-storage.ts'
import { tenths } from './layout-typed.ts'

const name = 'printer-offset'

/** The offset of this computer's printer, in millimetres as typed. */
export type PrinterOffset = { x: string; y: string }

/** The offset last typed on this computer. */
export function readOffset(): PrinterOffset {
  const [x = '', y = ''] = (readDevice(name) ?? '').split('|')
  return { x: tenths(x) ? x : '0', y: tenths(y) ? y : '0' }
}

export function keepOffset({ x, y }: PrinterOffset): void {
  writeDevice(name, `${x}|${y}`)
}
