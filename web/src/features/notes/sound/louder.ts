/**
 * Plays an audio element louder than its sound is, as a very quiet recording needs; what is loud in it is held back, for the sake of
 * ears. The sound itself stays as it was recorded.
 */
export function createLouder(audio: HTMLAudioElement) {
  let times = 1
  let nodes: { context: AudioContext; gain: GainNode; output: AudioNode } | undefined
  let making: AudioContext | undefined

  /** Not before the sound may be heard: an element that goes through a context at rest would be silent. */
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
    /** @param decibels above the sound as it is; 0: as recorded. */
    set(decibels: number) {
      times = 10 ** (decibels / 20)
      if (nodes) nodes.gain.gain.value = times
      if (!audio.paused) this.begin()
    },
    /** When it begins to play, which a person did. */
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
    /** Nothing is to be heard until it begins once more. */
    rest: () => void nodes?.context.suspend().catch(() => {}),
    /** What is heard, once it goes this way. */
    output: () => nodes?.output,
  }
}
