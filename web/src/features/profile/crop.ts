/** The chosen square of a picture, in pixels of the picture. */
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

/** The largest square, centred. */
export function wholeOf({ width, height }: Sides): Square {
  const side = Math.min(width, height)
  return { x: (width - side) / 2, y: (height - side) / 2, side }
}

/** The square moved, within the picture. */
export const moved = ({ x, y, side }: Square, { width, height }: Sides, dx: number, dy: number): Square => ({
  x: between(x + dx, 0, width - side),
  y: between(y + dy, 0, height - side),
  side,
})

/** The square enlarged or reduced around its centre, between the least size of a photo and the whole picture. */
export function zoomed(square: Square, sides: Sides, side: number, least: number): Square {
  const most = Math.min(sides.width, sides.height)
  const next = between(side, Math.min(least, most), most)
  const towards = (square.side - next) / 2
  return moved({ ...square, side: next }, sides, towards, towards)
}
