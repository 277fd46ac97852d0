/**
 * How a picture of the page gets into the album of this device. `hold`: WeChat's own browser downloads nothing, but keeps a
 * picture that is pressed for long. `share`: an iPhone puts a download among its files, where the bank's app does not
 * look, and a shared picture into the album. `download` everywhere else.
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

/** Opens the device's own window with a picture in it. False when it could not; whoever closed the window has decided. */
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
