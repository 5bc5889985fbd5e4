import { setFlagsFromString } from 'node:v8'
import { buffer } from 'node:stream/consumers'
import sharp, { type Metadata } from 'sharp'

/** What became of a photo, as the program prints it. */
export type Outcome = 'made' | 'too-small' | 'unreadable'

/** A side of the square that is kept, in pixels: sharp at twice the largest place where it is shown. */
export const sidePixels = 320
/** The least of both sides (Q061). */
export const leastPixels = 150
/** Beyond it a picture is a bomb, or of no use: phones make 12 to 50 million. */
const mostPixels = 60_000_000

/** As it is looked at: a camera that was held upright says so, and turns nothing. */
const sidesOf = ({ width, height, orientation = 1 }: Metadata) => (orientation > 4 ? [height, width] : [width, height])

/** Writes the photo of standard input as a square of its own, without anything that the file says of itself. */
async function shrink(output: string): Promise<Outcome> {
  sharp.cache(false)
  sharp.concurrency(1)
  // Nothing else of libvips is ever asked, whatever the bytes claim to be.
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({ operation: ['VipsForeignLoadPng', 'VipsForeignLoadJpeg'] })
  const bytes = await buffer(process.stdin)
  const picture = sharp(bytes, { limitInputPixels: mostPixels, failOn: 'error', sequentialRead: true })
  const metadata = await picture.metadata().catch(() => undefined)
  if (!metadata || metadata.width * metadata.height > mostPixels) return 'unreadable'
  if (Math.min(...sidesOf(metadata)) < leastPixels) return 'too-small'
  try {
    await picture
      .autoOrient()
      .resize(sidePixels, sidePixels, { fit: 'cover' })
      .flatten({ background: 'white' })
      .webp({ quality: 82 })
      .toFile(output)
    return 'made'
  } catch (error) {
    // What says nothing of the picture is a failure of the program.
    if (/No space left|memory|write/i.test((error as Error).message)) throw error
    return 'unreadable'
  }
}

// A program of its own, with limits of time and memory: `shrink-photo-program.ts OUTPUT`.
const [program, output] = process.argv.slice(1)
if (/shrink-photo-program\.[jt]s$/.test(program ?? '') && output) {
  setFlagsFromString('--max-old-space-size=96')
  process.stdout.write(await shrink(output))
}
