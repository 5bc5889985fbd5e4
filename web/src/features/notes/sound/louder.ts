/**
 * Plays an audio element louder than recorded, for very quiet recordings; a compressor limits loud parts to protect the
 * ears. The recording itself is unchanged.
 */
export function createLouder(audio: HTMLAudioElement) {
  let times = 1
  let nodes: { context: AudioContext; gain: GainNode; output: AudioNode } | undefined
  let making: AudioContext | undefined

  /** Not before audio is allowed: an element connected to a suspended context would be silent. */
  const route = (context: AudioContext) => {
    const gain = context.createGain()
    const output = context.createDynamicsCompressor()
    output.threshold.value = -6
    output.ratio.value = 20
    output.attack.value = 0.002
    output.release.value = 0.1
    context.createMediaElementSource(audio).connect(gain).connect(output).connect(context.destination)
    gain.gain.value = times
    nodes = { context, gain, output }
  }

  return {
    /** @param decibels above the recorded level; 0: as recorded. */
    set(decibels: number) {
      times = 10 ** (decibels / 20)
      if (nodes) nodes.gain.gain.value = times
      if (!audio.paused) this.begin()
    },
    /** Call when playback begins, which a person caused. */
    begin() {
      if (nodes) void nodes.context.resume().catch(() => {})
      else if (times !== 1 && !making) {
        const context = new AudioContext()
        making = context
        void context
          .resume()
          .then(() => route(context))
          .catch(() => {})
      }
    },
    /** Nothing is to be heard until playback begins again. */
    rest: () => void nodes?.context.suspend().catch(() => {}),
    /** The output, once the sound is routed this way. */
    output: () => nodes?.output,
  }
}
