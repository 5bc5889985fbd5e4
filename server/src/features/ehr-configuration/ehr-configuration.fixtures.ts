import type { FacilityInput } from '@dictara/contract/ehr-configuration'
import { EhrFailed, type EhrKind, type EhrOfFacility } from '../../gateways/ehr/index.ts'

/** Encodes a value as a client sends a masked one. */
export const masked = (value: string) => Buffer.from(value).toString('base64')

/** A fake EHR with an address, a user, a secret and a choice as settings. It records what it was connected with. */
export function aFakeEhr() {
  const connected: EhrOfFacility[] = []
  const exchanged: { code: string; redirectUri: string }[] = []
  const forgotten: { facilityId: string; userId?: string }[] = []
  const fake = {
    connected,
    exchanged,
    /** Whose credentials it was asked to forget. */
    forgotten,
    /** Called while a code is exchanged, if set. */
    duringExchange: null as (() => Promise<unknown>) | null,
    /** The problem of the connection, or null if it works. */
    problem: null as string | null,
    /** When a verification expires, if it does. */
    expiresAt: null as Date | null,
  }
  const kind: EhrKind = {
    ehrType: 'fake',
    ehrName: 'Fake EHR',
    settings: [
      { field: 'ehrBaseUrl', fieldName: 'Base URL', fieldType: 'other' },
      { field: 'ehrUserName', fieldName: 'User Name', fieldType: 'other' },
      { field: 'ehrPassword', fieldName: 'Password', fieldType: 'maskedText' },
      { field: 'mode', fieldName: 'Mode', fieldType: 'dropdown', choices: ['Live', 'Trial'], usual: 'Trial' },
    ],
    fields: [],
    verification: {
      isAsked: () => true,
      startUrl: (of, { redirectUri, state }) =>
        `${of.settings['ehrBaseUrl']}/authorise?${new URLSearchParams({ redirect_uri: redirectUri, state })}`,
      async exchange(_of, { code, redirectUri }) {
        exchanged.push({ code, redirectUri })
        await fake.duringExchange?.()
        if (code !== 'good') throw new EhrFailed('refused', 'The code isn’t known.')
        return { expiresAt: fake.expiresAt }
      },
      forget: async (_work, of) => void forgotten.push(of),
    },
    connect: (of) => ({
      fileNote: async () => {},
      strikeNote: async () => {},
      async test() {
        connected.push(of)
        if (fake.problem !== null) throw new EhrFailed('refused', fake.problem)
      },
    }),
  }
  return Object.assign(fake, { kind })
}

export const fakeFields = {
  ehrBaseUrl: 'https://ehr.example.org/api',
  ehrUserName: 'dictara',
  ehrPassword: masked('sesame 🔑'),
  mode: 'Live',
}

/** The form data of a facility without an EHR. `ehr` overrides single settings. */
export const anInput = (
  facilityName: string,
  ehr: Partial<FacilityInput['ehrConfiguration']> = {},
  timeZone = 'America/Chicago',
) => ({
  facilityName,
  timeZone,
  ehrConfiguration: {
    ehrType: null,
    fields: {},
    transcriptionFlow: 'TRANSCRIPTION_REVIEWER' as const,
    reviewerCount: 1,
    hl7Integration: false,
    rangeForDischargedPatients: 30,
    ...ehr,
  },
})

export const connectedInput = (facilityName: string, ehr: Partial<FacilityInput['ehrConfiguration']> = {}) =>
  anInput(facilityName, { ehrType: 'fake', fields: fakeFields, allPatientsRequired: true, ...ehr })
