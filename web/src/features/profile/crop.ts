/** The square of a picture that is kept, in pixels of the picture. */
export interface Square {
  x: number
  y: number
  side: number
}
export interface Sides {
  width: number
  height: number
}

const between = (value: number, least: number, most: number) => Math.min(Math.max(value, least), most)

/** The largest square, in the middle. */
export function wholeOf({ width, height }: Sides): Square {
  const side = Math.min(width, height)
  return { x: (width - side) / 2, y: (height - side) / 2, side }
}

/** The square elsewhere, as far as the picture goes. */
export const moved = ({ x, y, side }: Square, { width, height }: Sides, dx: number, dy: number): Square => ({
  x: between(x + dx, 0, width - side),
  y: between(y + dy, 0, height - side),
  side,
})

/** Nearer or farther around the same middle; never less than a photo needs, nor more than there is. */
export function zoomed(square: Square, sides: Sides, side: number, least: number): Square {
  const most = Math.min(sides.width, sides.height)
  const next = between(side, Math.min(least, most), most)
  const towards = (square.side - next) / 2
  return moved({ ...square, side: next }, sides, towards, towards)
}
