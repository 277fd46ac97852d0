import { readDevice, writeDevice } from '../../lib/device-storage.ts'
import { tenths } from './layout-typed.ts'

const name = 'printer-offset'

/** How far this computer's printer is off, in millimetres as they are typed. */
export type PrinterOffset = { x: string; y: string }

/** What was typed on this computer the last time. */
export function readOffset(): PrinterOffset {
  const [x = '', y = ''] = (readDevice(name) ?? '').split('|')
  return { x: tenths(x) ? x : '0', y: tenths(y) ? y : '0' }
}

export function keepOffset({ x, y }: PrinterOffset): void {
  writeDevice(name, `${x}|${y}`)
}
