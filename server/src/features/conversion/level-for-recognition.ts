import { type Level, levelOf, makeLouder } from '../../gateways/audio/index.ts'

const ratioOf = (decibels: number) => 10 ** (decibels / 20)
const decibelsOf = (ratio: number) => Math.round(20 * Math.log10(ratio))

/** Below this loudness the basic engine loses words; speech is usually thirty decibels louder (docs/rules/speech.md). */
const quietBelow = ratioOf(-42)
/** The usual loudness of speech. */
const usual = ratioOf(-20)
/** Amplifying more would only bring out the noise of the samples. */
const mostLouder = ratioOf(60)
/** One or two knocks are not worth a notice. */
const fewPlaces = 3

/** What people have to know about the loudness of a recording, in words. */
export function levelInWords({ peak, loudness, clippedPlaces }: Level): string[] {
  if (peak === 0) return ['This recording is silent. There’s no sound in it at all.']
  const told: string[] = []
  if (loudness < quietBelow)
    told.push(
      `This recording is very quiet: it peaks at ${decibelsOf(peak)} dBFS. It was amplified for recognition only. To hear it louder, use Louder next to the volume.`,
    )
  if (clippedPlaces >= fewPlaces)
    told.push(
      `This recording is clipped in ${clippedPlaces} places: it was too loud for the microphone. Words there may be wrong.`,
    )
  return told
}

/**
 * Makes a very quiet recording louder, only for the recogniser: people hear it as it was recorded.
 * @param wav decoded; changed in place. @returns what people have to know, in words
 */
export async function levelForRecognition(wav: string): Promise<string[]> {
  const level = await levelOf(wav)
  if (level.peak > 0 && level.loudness < quietBelow)
    await makeLouder(wav, Math.min(mostLouder, usual / Math.max(level.loudness, ratioOf(-80))))
  return levelInWords(level)
}
