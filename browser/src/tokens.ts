/*
 * Every size of web, editor and recorder that is not of one place alone. `tokens.css` is written from here (`node tools/src/tokens.ts`):
 * `controlTouch` is its `--control-touch`. Colours stand in colours.ts.
 */

/** Ships with the product: 1 l I and 0 O differ in it, "1 mg" never looks like "l mg". The second and third stand in while it is loaded. */
export const face = '"Atkinson Hyperlegible Next Variable", "Dictara Arial", "Dictara DejaVu", system-ui, sans-serif'

/** In pixels. */
export const sizes = {
  // Distances: steps of 8, and half a step inside a control.
  spaceHalf: 4,
  space: 8,
  space2: 16,
  space3: 24,
  space4: 32,
  // Letters, each with its line.
  textSize: 14,
  textLine: 20,
  noteSize: 16,
  noteLine: 26,
  labelSize: 13,
  labelLine: 18,
  smallSize: 12,
  smallLine: 16,
  headingSize: 16,
  headingLine: 24,
  titleSize: 20,
  titleLine: 28,
  // Corners.
  radiusSmall: 4,
  radius: 8,
  // What one presses, by mouse and by finger.
  control: 36,
  controlTouch: 44,
  // Rows of lists: at rest, and close together.
  row: 44,
  rowCompact: 36,
  // The frame (SHELL-37) and the desk.
  header: 48,
  rail: 100,
  railOpen: 250,
  panel: 288,
  noteColumn: 720,
  notice: 320,
} as const

/** How long anything moves, in milliseconds; nothing moves where a person asked for that (theme.css). */
export const motionMs = 120
