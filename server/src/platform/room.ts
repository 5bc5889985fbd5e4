import { statfs } from 'node:fs/promises'

/** A disk that lacks the room for what is about to be written, as one that is full. */
export class NoRoom extends Error {
  override readonly name = 'NoRoom'
  readonly code = 'ENOSPC'
}

/** Of a small disk, no more than this share is kept free. */
const mostReserved = 0.05

/** How many bytes may be written beside a folder before a reserve is touched, which belongs to the database. */
export async function roomBeside(folder: string, reserveBytes: number): Promise<number> {
  const { bavail, blocks, bsize } = await statfs(folder)
  return Math.max(0, bavail * bsize - Math.min(reserveBytes, blocks * bsize * mostReserved))
}

/** @throws NoRoom, before anything is written. */
export async function needRoom(folder: string, bytes: number, reserveBytes: number): Promise<number> {
  const room = await roomBeside(folder, reserveBytes)
  if (room < bytes) throw new NoRoom(`there is no room for ${Math.ceil(bytes / 1_048_576)} MB`)
  return room
}
