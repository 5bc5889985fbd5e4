import { remember } from '@dictara/browser/storage'
import { useCallback, useEffect, useState } from 'react'

export interface Microphone {
  deviceId: string
  label: string
}

const rememberedName = 'dictara-microphone'

/** The microphones of this computer, updated as they are connected and removed, and the last chosen one. */
export function useMicrophones() {
  const [microphones, setMicrophones] = useState<Microphone[]>([])
  const [chosen, setChosen] = useState(() => localStorage.getItem(rememberedName) ?? '')

  /** The page learns their names only after the person has allowed a microphone once. */
  const refresh = useCallback(async () => {
    const devices = (await navigator.mediaDevices?.enumerateDevices()) ?? []
    const inputs = devices.filter(({ kind, deviceId }) => kind === 'audioinput' && deviceId)
    setMicrophones(
      inputs.map(({ deviceId, label }, index) => ({ deviceId, label: label || `Microphone ${index + 1}` })),
    )
  }, [])

  useEffect(() => {
    const devices = navigator.mediaDevices
    const update = () => void refresh().catch(() => setMicrophones([]))
    update()
    devices?.addEventListener('devicechange', update)
    return () => devices?.removeEventListener('devicechange', update)
  }, [refresh])

  const choose = useCallback((deviceId: string) => {
    remember(rememberedName, deviceId)
    setChosen(deviceId)
  }, [])

  const isHere = microphones.some(({ deviceId }) => deviceId === chosen)
  return { microphones, chosen: isHere ? chosen : '', choose, refresh }
}
