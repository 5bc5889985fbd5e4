import type { Clock } from '../../../platform/clock.ts'
import type { GuardedFetch } from '../../../platform/outbound/index.ts'
import { checkAddress } from '../check-address.ts'
import type { EhrKind, EhrSettings } from '../port.ts'
import { usualFields } from '../usual-fields.ts'
import { type BackendClient, backendTokens, readPrivateKey } from './backend-token.ts'
import { fhirClient } from './fhir-client.ts'
import { documentForms, typesOf } from './note-resources.ts'
import { readPatients, testServer } from './read-patients.ts'
import { strikeWritten, writeNote } from './write-note.ts'

function checkKey(value: string): string | undefined {
  try {
    readPrivateKey(value)
    return undefined
  } catch (error) {
    return (error as Error).message
  }
}

const backendOf = ({ ehrBaseUrl = '', clientId = '', privateKey = '', scopes = '' }: EhrSettings): BackendClient => ({
  baseUrl: ehrBaseUrl.replace(/\/+$/, ''),
  clientId,
  privateKey,
  scopes,
})

/** Any EHR with FHIR R4 and SMART Backend Services (ADR 0019). */
export function fhirEhr(fetchGuarded: GuardedFetch, clock: Clock): EhrKind {
  const tokens = backendTokens(fetchGuarded, clock)
  return {
    ehrType: 'fhir',
    ehrName: 'FHIR R4',
    settings: [
      { field: 'ehrBaseUrl', fieldName: 'EHR Base URL', fieldType: 'other', check: checkAddress },
      { field: 'clientId', fieldName: 'Client ID', fieldType: 'other' },
      { field: 'privateKey', fieldName: 'Private Key', fieldType: 'maskedText', check: checkKey },
      { field: 'scopes', fieldName: 'Scopes', fieldType: 'other', usual: 'system/*.read system/*.write' },
      {
        field: 'documentForm',
        fieldName: 'Notes Are Filed As',
        fieldType: 'dropdown',
        choices: documentForms,
        usual: 'DocumentReference',
      },
    ],
    fields: usualFields,
    readsPatients: true,
    connect({ settings }) {
      const client = fhirClient(fetchGuarded, tokens, backendOf(settings))
      const types = typesOf(settings.documentForm ?? '')
      return {
        fileNote: (note, signal) => writeNote(client, types, note, { clock, signal }),
        strikeNote: (key, signal) => strikeWritten(client, types, key, signal),
        test: (signal) => testServer(client, signal),
        readPatients: (reading, signal) => readPatients(client, reading, clock.now(), signal),
      }
    },
  }
}
