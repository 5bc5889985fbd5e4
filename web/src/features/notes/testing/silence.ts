/** Returns a WAV file of silence, with 8,000 samples a second. */
export function silence(seconds: number): Blob {
  const samples = seconds * 8000
  const view = new DataView(new ArrayBuffer(44 + samples))
  const word = (at: number, text: string) => [...text].forEach((sign, i) => view.setUint8(at + i, sign.charCodeAt(0)))
  word(0, 'RIFF')
  view.setUint32(4, 36 + samples, true)
  word(8, 'WAVEfmt ')
  view.setUint32(16, 16, true)
  view.setUint16(20, 1, true)
  view.setUint16(22, 1, true)
  view.setUint32(24, 8000, true)
  view.setUint32(28, 8000, true)
  view.setUint16(32, 1, true)
  view.setUint16(34, 8, true)
  word(36, 'data')
  view.setUint32(40, samples, true)
  for (let at = 44; at < 44 + samples; at += 1) view.setUint8(at, 128)
  return new Blob([view.buffer], { type: 'audio/wav' })
}
