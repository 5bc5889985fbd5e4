/** Why there is no sound to record, and what the person can do. */
export interface MicrophoneTrouble {
  kind: 'denied' | 'none' | 'busy' | 'unplugged' | 'insecure' | 'failed'
  title: string
  advice: string
}

const troubles: Record<MicrophoneTrouble['kind'], Omit<MicrophoneTrouble, 'kind'>> = {
  denied: {
    title: 'The microphone is blocked.',
    advice: 'Allow the microphone for this page to the left of the address bar, then press Record again.',
  },
  none: {
    title: 'No microphone was found.',
    advice: 'Connect a microphone, or send a recorded file instead.',
  },
  busy: {
    title: 'The microphone is in use.',
    advice: 'Another program is using it. Close that program or choose another microphone, then press Record again.',
  },
  unplugged: {
    title: 'The microphone was unplugged.',
    advice: 'What you’ve recorded is safe. Reconnect it or choose another one, then continue recording.',
  },
  insecure: {
    title: 'This address cannot use a microphone.',
    advice: 'Browsers allow recording only over HTTPS or on the same computer. You can send a recorded file instead.',
  },
  failed: {
    title: 'The recording has stopped.',
    advice: 'What you’ve recorded is safe. Press Record to continue.',
  },
}

export const trouble = (kind: MicrophoneTrouble['kind']): MicrophoneTrouble => ({ kind, ...troubles[kind] })

const kinds: Record<string, MicrophoneTrouble['kind']> = {
  NotAllowedError: 'denied',
  SecurityError: 'denied',
  NotFoundError: 'none',
  OverconstrainedError: 'none',
  NotReadableError: 'busy',
  AbortError: 'busy',
}

/** Interprets the error of `getUserMedia`. */
export function troubleOf(error: unknown): MicrophoneTrouble {
  return trouble(kinds[error instanceof DOMException ? error.name : ''] ?? 'failed')
}
