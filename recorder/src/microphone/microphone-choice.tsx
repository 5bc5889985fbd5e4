import { InlineSelect } from '../ui/field.tsx'
import type { useMicrophones } from './use-microphones.ts'

interface MicrophoneChoiceProps {
  microphones: ReturnType<typeof useMicrophones>
  /** A take keeps its microphone. */
  disabled: boolean
}

export function MicrophoneChoice({ microphones: { microphones, chosen, choose }, disabled }: MicrophoneChoiceProps) {
  return (
    <InlineSelect label="Microphone" isNamed value={chosen} onChoose={choose} disabled={disabled}>
      <option value="">Default microphone</option>
      {microphones
        .filter(({ deviceId }) => deviceId !== 'default')
        .map(({ deviceId, label }) => (
          <option key={deviceId} value={deviceId}>
            {label}
          </option>
        ))}
    </InlineSelect>
  )
}
