import { photoLeastPixels } from '@dictara/contract/fields'
import { profileRefusals } from '@dictara/contract/profile'

const beginnings = [
  [0x89, 0x50, 0x4e, 0x47],
  [0xff, 0xd8, 0xff],
]

async function isPngOrJpeg(file: Blob): Promise<boolean> {
  const bytes = new Uint8Array(await file.slice(0, 4).arrayBuffer())
  return beginnings.some((beginning) => beginning.every((byte, at) => bytes[at] === byte))
}

/**
 * Reads a chosen picture; otherwise returns what is wrong with it, in the words of the server, which checks it again
 * (PROF-23, PROF-24).
 */
export async function readPicture(file: Blob): Promise<ImageBitmap | string> {
  if (!(await isPngOrJpeg(file))) return profileRefusals.photoType.message
  const picture = await createImageBitmap(file).catch(() => null)
  if (!picture) return profileRefusals.photoUnreadable.message
  if (Math.min(picture.width, picture.height) >= photoLeastPixels) return picture
  picture.close()
  return profileRefusals.photoTooSmall.message
}
