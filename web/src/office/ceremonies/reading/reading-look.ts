import { readDevice, writeDevice } from '../../../lib/device-storage.ts'

export const readingSizes = ['1', '2', '3', '4'] as const
export type ReadingSize = (typeof readingSizes)[number]

/** The display settings of the reading list on this device. */
export type ReadingLook = { dark: boolean; pinyin: boolean; size: ReadingSize }

const stored = 'shanmen.office.reading-look'

export function readingLook(): ReadingLook {
  const [ground, pinyin, size] = (readDevice(stored) ?? '').split(' ')
  return {
    dark: ground !== 'light',
    pinyin: pinyin === 'pinyin',
    size: readingSizes.find((one) => one === size) ?? '2',
  }
}

export function keepLook({ dark, pinyin, size }: ReadingLook): void {
  writeDevice(stored, `${dark ? 'dark' : 'light'} ${pinyin ? 'pinyin' : 'plain'} ${size}`)
}
