import { setFlagsFromString } from 'node:v8'
import { buffer } from 'node:stream/consumers'
import sharp, { type Metadata } from 'sharp'

/** The result for a photo, as the program prints it. */
export type Outcome = 'made' | 'too-small' | 'unreadable'

/** Side of the stored square, in pixels: sharp at twice the largest size shown. */
export const sidePixels = 320
/** The least width and height (Q061). */
export const leastPixels = 150
/** A larger picture is an attack, or useless: phones make 12 to 50 million pixels. */
const mostPixels = 60_000_000

/** The sides as displayed: the orientation in the file is applied. */
const sidesOf = ({ width, height, orientation = 1 }: Metadata) => (orientation > 4 ? [height, width] : [width, height])

/** Writes the photo from standard input as a new square, without any metadata of the file. */
async function shrink(output: string): Promise<Outcome> {
  sharp.cache(false)
  sharp.concurrency(1)
  // No other loaders of libvips are used, whatever the bytes claim to be.
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
    // An error that says nothing about the picture is a failure of the program.
    if (/No space left|memory|write/i.test((error as Error).message)) throw error
    return 'unreadable'
  }
}

// A separate program with limits of time and memory: `shrink-photo-program.ts OUTPUT`.
const [program, output] = process.argv.slice(1)
if (/shrink-photo-program\.[jt]s$/.test(program ?? '') && output) {
  setFlagsFromString('--max-old-space-size=96')
  process.stdout.write(await shrink(output))
}
