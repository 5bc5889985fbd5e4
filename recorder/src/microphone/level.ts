/** Measures the loudness of a microphone. */
export interface LevelMeter {
  /** Loudness of about the last tenth of a second: 0 (silence) to 1 (maximum). */
  read(): number
  close(): void
}

/** Samples of one reading: a sixth of a second, so that readings ten times a second miss nothing. */
const window = 8192

export function openLevelMeter(stream: MediaStream): LevelMeter {
  const context = new AudioContext()
  const analyser = new AnalyserNode(context, { fftSize: window, smoothingTimeConstant: 0 })
  const source = new MediaStreamAudioSourceNode(context, { mediaStream: stream })
  source.connect(analyser)
  const samples = new Float32Array(window)
  void context.resume()
  return {
    read() {
      analyser.getFloatTimeDomainData(samples)
      return samples.reduce((loudest, sample) => Math.max(loudest, Math.abs(sample)), 0)
    },
    close() {
      source.disconnect()
      void context.close()
    },
  }
}

const quietestDb = -54

/** Height of the bar for a loudness: 0 to 100, on the decibel scale, which matches hearing. */
export function barOf(level: number): number {
  if (level <= 0) return 0
  const decibel = 20 * Math.log10(level)
  return Math.round(Math.min(1, Math.max(0, 1 - decibel / quietestDb)) * 100)
}

/** Below this bar nobody is speaking into the microphone. */
const heardBar = 20
const clippingBar = 98

export const isHeard = (bar: number) => bar >= heardBar

/** Advice about the level, as text. */
export function levelWords(bar: number): string {
  if (bar >= clippingBar) return 'Too loud'
  if (bar >= 45) return 'Good'
  return isHeard(bar) ? 'Quiet' : 'Nothing heard'
}
