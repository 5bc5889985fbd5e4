import { judgeWords } from '../../../editor/words/unsure.ts'
import type { OpenedNoteParts } from '../reading/note-queries.ts'
import type { Tick } from './waveform.tsx'

/**
 * Places in the recording: the start of each section, unsure words and readings as of the note's opening, and the
 * speaker's marks.
 */
export function soundTicks(
  { words, tokens }: Pick<OpenedNoteParts, 'words' | 'tokens'>,
  markers: readonly number[] = [],
): Tick[] {
  const starts = new Map<string, number>()
  for (const { sectionId, wordIndexes } of tokens ?? []) {
    const word = words[wordIndexes[0] ?? -1]
    if (word) starts.set(sectionId, Math.min(starts.get(sectionId) ?? Number.POSITIVE_INFINITY, word.start))
  }
  const sections = [...starts].map(([id, seconds]): Tick => ({ seconds, kind: 'section', key: id }))
  const doubted = (tokens ?? []).flatMap(({ unsure, wordIndexes }) => (unsure ? wordIndexes.slice(0, 1) : []))
  const unsure = [...new Set([...judgeWords(words).marked, ...doubted])].flatMap((index): Tick[] => {
    const word = words[index]
    return word ? [{ seconds: word.start, kind: 'unsure', key: `word ${index}` }] : []
  })
  const marked = markers.map((seconds): Tick => ({ seconds, kind: 'marker', key: `marker ${seconds}` }))
  return [...unsure, ...sections, ...marked]
}
