import type { RecordingDetails } from '@dictara/browser/recordings'
import { shownDay } from '@dictara/browser/moments'
import { use, useCallback } from 'react'
import { searchPatients } from '../server-calls.ts'
import { RememberedListsContext } from './remembered-lists.ts'
import { type Listed, useListed } from './use-listed.ts'

type Patient = RecordingDetails['patient']

const typingPauseMs = 200
const shownMost = 50

/** By name, date of birth or MRN, as the server searches. */
function isMeant({ lastName, firstName, birthDate, medicalRecordNumber }: Patient, typed: string): boolean {
  const [year, month, day] = birthDate?.split('-') ?? []
  const days = birthDate ? [birthDate, `${month}/${day}/${year}`, shownDay(birthDate)] : []
  const facts = [lastName, firstName, ...days, medicalRecordNumber].join(' ').toLowerCase()
  return typed
    .toLowerCase()
    .split(/[\s,]+/)
    .every((word) => facts.includes(word))
}

/**
 * The matching patients, shortly after the last key; only the newest answer counts. While the server cannot be reached,
 * the matching ones among those searched or chosen recently.
 */
export function usePatientSearch(facilityId: string, typed: string, isWanted: boolean): Listed<Patient[]> {
  const lists = use(RememberedListsContext)
  return useListed<Patient[]>(
    useCallback(
      async (signal) => {
        if (!isWanted) return []
        if (typed) await new Promise((resolve) => setTimeout(resolve, typingPauseMs))
        return signal.aborted ? [] : searchPatients(facilityId, typed.trim(), signal)
      },
      [facilityId, typed, isWanted],
    ),
    () => {
      const here = lists.known.patients.filter((one) => one.facilityId === facilityId)
      const meant = here.filter(({ patient }) => isMeant(patient, typed)).map(({ patient }) => patient)
      return here.length > 0 ? meant.slice(0, shownMost) : undefined
    },
    // Patients listed without a search are not remembered.
    (found) => typed.trim() && lists.rememberPatients(facilityId, found),
  )
}
