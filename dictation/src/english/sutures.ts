import { said, type Token, type Written } from '../token.ts'
import { readDigit } from './number-words.ts'
import { isNear, isSoon, setOf } from './words.ts'

const materials = setOf(
  `silk vicryl monocryl prolene nylon chromic pds ethibond ethilon gut catgut stratafix quill dexon maxon polysorb biosyn caprosyn
   surgipro novafil fiberwire ticron mersilene suture sutures stitch stitches ties tie monofilament polypropylene polydioxanone`,
)
const sewing = setOf('suture sutures sutured closed closure sewn ligated tied stitch stitches running interrupted')

/** Suture sizes: "four oh vicryl" → 4-0 vicryl. */
export function sutureSize(tokens: readonly Token[], at: number): Written | undefined {
  const size = readDigit(tokens, at)
  if (size === undefined || size === 0) return undefined
  const zero = said(tokens, at + 1)
  if (!['oh', 'o', 'zero'].includes(zero ?? '') || readDigit(tokens, at + 2) !== undefined) return undefined
  const isTold = isSoon(materials, tokens, at + 2, 4) || isNear(sewing, tokens, at, 6)
  return isTold ? { text: `${size}-0`, count: 2 } : undefined
}

/** "zero vicryl" → 0 vicryl. */
export function sutureZero(tokens: readonly Token[], at: number): Written | undefined {
  return /^(?:zero|oh)$/.test(said(tokens, at) ?? '') && isSoon(materials, tokens, at + 1, 1)
    ? { text: '0', count: 1 }
    : undefined
}
