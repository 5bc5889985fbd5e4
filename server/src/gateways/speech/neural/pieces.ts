/** A range of samples, from the first to behind the last. Neighbours overlap, so that no word is cut in both. */
export interface Piece {
  from: number
  to: number
}

const framesASecond = 50
/**
 * The length that models were trained on, in frames; they recognise longer pieces worse, and need memory by the square
 * of the length.
 */
const most = 25 * framesASecond
/** A cut is searched from here on. */
const least = 10 * framesASecond
/** The length of a pause, and how much weaker than speech it is (a factor of energy). */
const pauseFrames = 12
const weakerThanSpeech = 10
/** How far the pieces on both sides extend beyond a cut: little in a pause, some words in the middle of speech. */
const beyondPause = 15
const beyondSpeech = 2 * framesASecond

/** The energy of each 20 ms. */
function energies(samples: Float32Array, frame: number): Float32Array {
  return Float32Array.from({ length: Math.floor(samples.length / frame) }, (_, index) => {
    let sum = 0
    for (let at = index * frame; at < (index + 1) * frame; at += 1) sum += samples[at]! ** 2
    return sum / frame
  })
}

/** The middle of the quietest quarter of a second in some frames, and whether it is a pause. */
function quietestOf(frames: Float32Array): { at: number; isPause: boolean } {
  const loud = frames.toSorted()[Math.floor(frames.length * 0.75)] ?? 0
  let [at, weakest] = [0, Number.POSITIVE_INFINITY]
  for (let index = 0; index + pauseFrames <= frames.length; index += 1) {
    let sum = 0
    for (let one = index; one < index + pauseFrames; one += 1) sum += frames[one]!
    // Of equal ones the later, so that pieces are as long as possible.
    if (sum <= weakest) [at, weakest] = [index + pauseFrames / 2, sum]
  }
  return { at, isPause: (weakest / pauseFrames) * weakerThanSpeech <= loud }
}

/**
 * Splits sound into pieces of at most 25 s, in pauses if there are any. Neighbours overlap, and together the pieces
 * cover everything.
 */
export function piecesOf(samples: Float32Array, samplesASecond: number): Piece[] {
  const frame = Math.round(samplesASecond / framesASecond)
  const loudness = energies(samples, frame)
  const cuts: { at: number; beyond: number }[] = []
  let begins = 0
  while (samples.length / frame - begins > most) {
    const { at, isPause } = quietestOf(loudness.subarray(begins + least, begins + most - beyondPause))
    const beyond = isPause ? beyondPause : beyondSpeech
    const cut = isPause ? begins + least + at : begins + most - beyondSpeech
    cuts.push({ at: cut, beyond })
    begins = cut - beyond
  }
  const starts = [0, ...cuts.map(({ at, beyond }) => (at - beyond) * frame)]
  const ends = [...cuts.map(({ at, beyond }) => (at + beyond) * frame), samples.length]
  return starts.map((from, index) => ({ from, to: Math.min(ends[index]!, samples.length) }))
}
