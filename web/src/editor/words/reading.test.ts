import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { changeTo, reachBehind, sentenceLetter } from './reading.ts'

/** Replaces the word in the line `before[word]behind` by one of its readings. Returns the new line. */
const turned = (line: string, reading: string) => {
  const [, before, , behind] = /^(.*)\[(.*)\](.*)$/.exec(line)!
  const change = changeTo(before!, behind!, reading)
  const rest = behind!.slice(change.behind)
  const letter = change.startsSentence ? sentenceLetter(rest) : undefined
  const left =
    letter === undefined ? rest : rest.slice(0, letter) + rest[letter]!.toUpperCase() + rest.slice(letter + 1)
  return before!.slice(0, before!.length - change.before) + change.put + left
}

describe('changing an unsure word to another reading [Q209, Q210]', () => {
  test.each([
    // A punctuation mark joins the word before it, and a sentence that follows it begins with a capital letter.
    ['negative for [colon] cancer', ':', 'negative for: cancer'],
    ['no change [period] follow up', '.', 'no change. Follow up'],
    ['no change [period] "follow up"', '.', 'no change. "Follow up"'],
    ['no change [comma] follow up', ',', 'no change, follow up'],
    ['heart [semicolon] regular', ';', 'heart; regular'],
    ['menses [period]', '.', 'menses.'],
    ['(see [colon])', ':', '(see:)'],
    // A mark replaces the mark that the speech engine put after the word, so that no mark is doubled.
    ['left [colon]. Seen', ':', 'left: Seen'],
    ['menses [period]. Seen', '.', 'menses. Seen'],
    ['stable. [period] seen', '.', 'stable. Seen'],
    // A hyphen and a slash join two words.
    ['levels 4 [dash] 5', '-', 'levels 4-5'],
    ['ratio 2 [over] 3', '/', 'ratio 2/3'],
    // A line break removes the spaces around it, and the text after it begins a sentence.
    ['first [line] of therapy', '\n', 'first\nOf therapy'],
    ['is stable [new paragraph] plan: rest', '\n\n', 'is stable\n\nPlan: rest'],
    ['is stable [new paragraph]. plan', '\n\n', 'is stable.\n\nPlan'],
    ['is stable. [New paragraph]. Plan', '\n\n', 'is stable.\n\nPlan'],
    ['is stable [line]', '\n', 'is stable'],
    ['is stable [paragraph].', '\n\n', 'is stable.\n'],
    // At the beginning of a line, a mark has no word to join and a break has no line to end. So the word was a command,
    // and is removed.
    ['[Colon] cancer', ':', 'Cancer'],
    ['  [period]. one', '.', 'One'],
    ['[Line] of therapy', '\n', 'Of therapy'],
    ['[Paragraph]', '\n\n', ''],
    // A text replaces another text.
    ['takes [two fifty] mg', '250', 'takes 250 mg'],
    ['takes [two five mg] daily', '2.5 mg', 'takes 2.5 mg daily'],
    ['seen. [May 1] need', 'may first', 'seen. May first need'],
    ['he [May 1] need', 'may first', 'he may first need'],
    ['[two fifty] mg', '250', '250 mg'],
    // A text also replaces a punctuation mark that the conversion wrote.
    ['40[/]2 days', 'over', '40 over 2 days'],
    ['menstrual[.] Two weeks', 'period', 'menstrual period Two weeks'],
  ])('writes %s as %j', (line, reading, text) => expect(turned(line, reading)).toBe(text))
})

test('removes no other word of the line, and changes nothing beyond its reach', () => {
  const piece = fc.stringMatching(/^[a-zA-Z0-9 .,;:!?"(-]{0,12}$/)
  const reading = fc.oneof(fc.constantFrom('.', ',', ':', ';', '?', '!', '-', '/', '\n', '\n\n'), fc.constant('250 mg'))
  fc.assert(
    fc.property(piece, piece, reading, (before, behind, to) => {
      const text = turned(`${before}[zzz]${behind}`, to)
      const wordsOf = (line: string) => line.toLowerCase().match(/[a-z0-9]+/g) ?? []
      expect(wordsOf(text).join('')).toBe([...wordsOf(before), ...wordsOf(to), ...wordsOf(behind)].join(''))
      expect(text.startsWith(before.trimEnd())).toBe(true)
      expect(text.endsWith(behind.slice(reachBehind(behind)))).toBe(true)
      return true
    }),
  )
})
