/**
 * How a picture of the page can be saved on this device. `hold`: WeChat's browser has no downloads, but saves a picture
 * on a long press. `share`: an iPhone puts downloads among its files, where banking apps do not look, but shared
 * pictures in the album. `download` everywhere else.
 */
export type WayToSave = 'hold' | 'share' | 'download'

type Device = Pick<Navigator, 'userAgent' | 'maxTouchPoints'> & Partial<Pick<Navigator, 'canShare' | 'share'>>

export function wayToSave(device: Device): WayToSave {
  const { userAgent } = device
  if (/MicroMessenger/i.test(userAgent)) return 'hold'
  const apple = /iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && device.maxTouchPoints > 1)
  if (!apple) return 'download'
  const shares = device.share && device.canShare?.({ files: [new File([], 'code.png', { type: 'image/png' })] })
  return shares ? 'share' : 'hold'
}

/** Opens the share dialog with a picture. False if that is impossible; cancelling the dialog is not a failure. */
export async function sharePicture(url: string, name: string): Promise<boolean> {
  try {
    const answer = await fetch(url)
    if (!answer.ok) return false
    const blob = await answer.blob()
    await navigator.share({ files: [new File([blob], name, { type: blob.type })] })
    return true
  } catch (error) {
    return error instanceof DOMException && error.name === 'AbortError'
  }
}
