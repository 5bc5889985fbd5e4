/** The first bytes of playlists that point to recordings: m3u8, ffconcat, pls, asx, smil, xspf, dash, sdp. */
const playlists =
  /^(?:\uFEFF)?\s*(?:#EXTM3U|ffconcat version|\[playlist\]|<asx|<smil|<playlist|<MPD|<\?xml[^]*<(?:smil|playlist|MPD|asx)|v=0\r?\no=)/i

export const isPlaylist = (head: Buffer): boolean => playlists.test(head.toString('utf8'))

export const latin = (text: string) => Buffer.from(text, 'latin1')
export const hex = (text: string) => Buffer.from(text, 'hex')
const isAt = (head: Buffer, mark: Buffer, at = 0) => head.subarray(at, at + mark.length).equals(mark)

/** The first bytes of recording formats. */
const marks = [
  latin('RIFF'),
  latin('RF64'),
  latin('BW64'),
  hex('726966662e91cf11'),
  latin('FORM'),
  latin('caff'),
  latin('.snd'),
  latin('ID3'),
  latin('OggS'),
  latin('fLaC'),
  latin('#!AMR'),
  latin('\x02dss'),
  // webm
  hex('1a45dfa3'),
  // wma
  hex('3026b275'),
]
/** Eleven bits that begin each frame of mp3 and aac. */
const isFrame = (head: Buffer) => head[0] === 0xff && ((head[1] ?? 0) & 0xe0) === 0xe0

/** Whether a file begins like a recording; only ffprobe can tell whether it contains sound. */
export const looksLikeSound = (head: Buffer): boolean =>
  marks.some((mark) => isAt(head, mark)) || isAt(head, latin('ftyp'), 4) || isFrame(head)

const grundig = 6

/**
 * Detects the second format of Olympus and Philips, which ffmpeg cannot read, like that of Grundig; it can read DSS,
 * which begins with `\x02dss`. Undefined for anything else.
 */
export function ds2KindOf(head: Buffer): 'ds2' | 'encrypted-ds2' | undefined {
  const [version = 0, mark] = [head[0], head.toString('latin1', 1, 4)]
  if (version < 1 || version > 15) return undefined
  if (mark === 'enc') return 'encrypted-ds2'
  return mark === 'ds2' || (mark === 'dss' && version === grundig) ? 'ds2' : undefined
}
