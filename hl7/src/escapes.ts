import { type Delimiters } from './delimiters.ts'

/** More blank lines or spaces than this are never asked for by a sender in earnest. */
const mostSpaces = 40

/** The text that `\X…\` stands for: bytes in UTF-8, else in Windows-1252; undefined if the digits are none. */
function ofHex(digits: string): string | undefined {
  if (digits.length === 0 || digits.length % 2 !== 0 || !/^[0-9A-Fa-f]*$/.test(digits)) return undefined
  const bytes = new Uint8Array(digits.length / 2)
  for (let at = 0; at < bytes.length; at += 1) bytes[at] = Number.parseInt(digits.slice(at * 2, at * 2 + 2), 16)
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

/** A formatting command of FT text, without its dot: line breaks and spaces remain of it. */
function ofCommand(command: string): string | undefined {
  const found = /^(br|sp|sk|in|ti|fi|nf|ce)\s*[+]?(-?\d{0,4})$/i.exec(command)
  if (!found) return undefined
  const times = Math.min(Math.max(Number(found[2] || 1), 0), mostSpaces)
  switch (found[1]!.toLowerCase()) {
    case 'br':
    case 'ce':
      return '\n'
    case 'sp':
      return '\n'.repeat(times)
    case 'sk':
      return ' '.repeat(times)
    default:
      // Indentation and wrapping: nothing of them shows in plain text.
      return ''
  }
}

function ofSequence(name: string, delimiters: Delimiters): string | undefined {
  switch (name) {
    case 'F':
      return delimiters.field
    case 'S':
      return delimiters.component
    case 'T':
      return delimiters.subcomponent
    case 'R':
      return delimiters.repetition
    case 'E':
      return delimiters.escape
    case 'P':
      return delimiters.truncation
    case 'H':
    case 'N':
      return ''
    default:
      if (name.startsWith('.')) return ofCommand(name.slice(1))
      return name.startsWith('X') ? ofHex(name.slice(1)) : undefined
  }
}

/** Sequences that are well formed but told between two sites (`\Z…\`) or switch character sets: they stay as they stand. */
const isForeign = (name: string) => /^[ZCM][0-9A-Za-z]{0,32}$/.test(name)

/** A sequence is short, except `\X…\`: a longer one is an escape character that somebody forgot to escape. */
const longestName = 100_000

/** The text that stands in a field, its escape sequences decoded once. What is unknown or unclosed stays as it stands. */
export function decodeText(raw: string, delimiters: Delimiters): string {
  const { escape } = delimiters
  let at = escape === '' ? -1 : raw.indexOf(escape)
  if (at < 0) return raw
  let text = ''
  let copied = 0
  while (at >= 0) {
    const end = raw.indexOf(escape, at + 1)
    if (end < 0) break
    const name = end - at > longestName ? '' : raw.slice(at + 1, end)
    const decoded = ofSequence(name, delimiters)
    if (decoded !== undefined) {
      text += raw.slice(copied, at) + decoded
      copied = end + 1
      at = raw.indexOf(escape, end + 1)
    } else {
      // The second escape character may begin a sequence, unless the two enclose a foreign one.
      at = isForeign(name) ? raw.indexOf(escape, end + 1) : end
    }
  }
  return text + raw.slice(copied)
}

const hexOf = (code: number) => code.toString(16).toUpperCase().padStart(2, '0')

/**
 * The form in which a text can stand in a field: no delimiter, line end or other control character is left, so that a text can
 * never begin a segment or end a frame. Line feeds become `\.br\`. `decodeText` gives back exactly the text.
 */
export function encodeText(text: string, delimiters: Delimiters): string {
  const { field, component, repetition, escape, subcomponent, truncation } = delimiters
  // HL7 gives a field of two quotes the meaning of deletion.
  if (text === '""') return escape === '' ? '"' : `${escape}X22${escape}"`
  const names = new Map([
    [field, 'F'],
    [component, 'S'],
    [repetition, 'R'],
    [escape, 'E'],
    [subcomponent, 'T'],
    [truncation ?? '', 'P'],
    ['\n', '.br'],
  ])
  names.delete('')
  let written = ''
  let copied = 0
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    const name = names.get(text.charAt(at)) ?? (code < 32 && code !== 9 ? `X${hexOf(code)}` : undefined)
    if (name === undefined) continue
    // Without an escape character nothing can be told but a space.
    written += text.slice(copied, at) + (escape === '' ? ' ' : escape + name + escape)
    copied = at + 1
  }
  return written + text.slice(copied)
}
