import type { api } from './recorder-tab.tsx'
import { heardIn, rate, rising } from './rising-pitch.ts'

/** Replaces the beeping microphone by one with a rising tone, which delivers its sound `late` seconds later. */
export async function risingTone(late = 0) {
  const devices = navigator.mediaDevices
  const real = devices.getUserMedia
  const context = new AudioContext()
  await context.resume()
  const tone = new OscillatorNode(context)
  // Connected at once: otherwise a start time in the past would move to the moment of the first listener.
  tone.connect(new GainNode(context, { gain: 0 })).connect(context.destination)
  const line = tone.connect(new DelayNode(context, { delayTime: late }))
  const begun = context.currentTime + 0.1
  tone.frequency.setValueAtTime(rising.startHz, begun)
  tone.frequency.linearRampToValueAtTime(
    rising.startHz + rising.mostSeconds * rising.hzASecond,
    begun + rising.mostSeconds,
  )
  tone.start()
  while (context.currentTime < begun) await new Promise((resolve) => setTimeout(resolve, 20))
  devices.getUserMedia = async () => {
    const microphone = context.createMediaStreamDestination()
    line.connect(microphone)
    return microphone.stream
  }
  return {
    /** Returns the current time in seconds by the clock of the tone. */
    now: () => context.currentTime - begun,
    remove() {
      devices.getUserMedia = real
      return context.close()
    },
  }
}

/** Returns the recorded times in pieces of sound between two positions. */
export async function heardInSound(pieces: BlobPart[], startMs = 0, endMs = Number.POSITIVE_INFINITY) {
  const bytes = await new Blob(pieces).arrayBuffer()
  const sound = await new OfflineAudioContext(1, 1, rate).decodeAudioData(bytes)
  return heardIn(sound.getChannelData(0).subarray((startMs / 1_000) * rate, (endMs / 1_000) * rate))
}

/** Returns the recorded times of each kept part of a job, in order. */
export function heardInJob(server: typeof api, jobNumber = '10001'): Promise<number[][]> {
  const { job, chunks } = [...server.dictations.values()].find((one) => one.job?.jobNumber === jobNumber)!
  const whole = job!.takes.map(({ take }) => ({ take, startMs: 0, endMs: Number.POSITIVE_INFINITY }))
  return Promise.all(
    (job!.cuts ?? whole).map(({ take, startMs, endMs }) => {
      const count = job!.takes.find((named) => named.take === take)!.chunks
      const pieces = Array.from({ length: count }, (_, number) => chunks.get(`${take}/${number}`)!.bytes)
      return heardInSound(pieces, startMs, endMs)
    }),
  )
}
