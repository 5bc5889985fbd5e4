import { trouble, troubleOf, type MicrophoneTrouble } from './microphone-trouble.ts'

/** Sound suited to recognition: one channel, without telephone processing, but loud enough. */
const sound = { channelCount: 1, echoCancellation: false, noiseSuppression: false, autoGainControl: true }

/** Opens a microphone; without a choice, or if the chosen one is gone, the system's default. */
export async function openMicrophone(deviceId: string): Promise<MediaStream | MicrophoneTrouble> {
  if (!navigator.mediaDevices?.getUserMedia) return trouble('insecure')
  const open = (chosen: string) =>
    navigator.mediaDevices.getUserMedia({ audio: { ...sound, ...(chosen && { deviceId: { exact: chosen } }) } })
  try {
    return await open(deviceId)
  } catch (error) {
    const first = troubleOf(error)
    if (first.kind !== 'none' || !deviceId) return first
    return open('').catch(troubleOf)
  }
}

export const isStream = (result: MediaStream | MicrophoneTrouble): result is MediaStream => 'getTracks' in result

export function closeMicrophone(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop()
}
