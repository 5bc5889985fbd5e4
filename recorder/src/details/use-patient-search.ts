import type { PatientOption } from '@dictara/contract/patients'
import { useCallback } from 'react'
import { searchPatients } from '../server-calls.ts'
import { useLoaded } from '../ui/use-loaded.ts'

const typingPauseMs = 200

/** The patients that match, a moment after the last key; only the newest answer counts. */
export function usePatientSearch(facilityId: string, typed: string, isWanted: boolean) {
  return useLoaded(
    useCallback(
      async (signal: AbortSignal): Promise<PatientOption[]> => {
        if (!isWanted) return []
        if (typed) await new Promise((resolve) => setTimeout(resolve, typingPauseMs))
        return signal.aborted ? [] : searchPatients(facilityId, typed.trim(), signal)
      },
      [facilityId, typed, isWanted],
    ),
  )
}
