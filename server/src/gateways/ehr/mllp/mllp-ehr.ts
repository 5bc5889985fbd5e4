import type { NoteEvent, NoteForm } from '@dictara/hl7'
import type { Clock } from '../../../platform/clock.ts'
import { type GuardedConnect, OutboundFailed } from '../../../platform/outbound/index.ts'
import { documentNumber, hl7OfNote } from '../hl7-note.ts'
import { EhrFailed, type EhrKind, type EhrNote, type EhrSetting, type EhrSettings } from '../port.ts'
import { usualFields } from '../usual-fields.ts'
import { type MllpLine, mllpLine } from './mllp-line.ts'

const forms = { 'Document (MDM)': 'MDM', 'Result (ORU)': 'ORU' } as const satisfies Record<string, NoteForm>

const checkHost = (value: string) =>
  /^[\w.:[\]-]{1,253}$/.test(value) ? undefined : 'Enter a host name or an address, without a port.'
const checkPort = (value: string) =>
  /^\d{4,5}$/.test(value) && Number(value) >= 1024 && Number(value) <= 65_535
    ? undefined
    : 'Enter a port from 1024 to 65535.'

const settings: readonly EhrSetting[] = [
  { field: 'host', fieldName: 'Host', fieldType: 'other', check: checkHost },
  { field: 'port', fieldName: 'Port', fieldType: 'other', check: checkPort },
  { field: 'tls', fieldName: 'TLS', fieldType: 'dropdown', choices: ['Yes', 'No'], usual: 'Yes' },
  { field: 'sendingApplication', fieldName: 'Sending Application', fieldType: 'other', usual: 'DICTARA' },
  { field: 'sendingFacility', fieldName: 'Sending Facility', fieldType: 'other' },
  { field: 'receivingApplication', fieldName: 'Receiving Application', fieldType: 'other' },
  { field: 'receivingFacility', fieldName: 'Receiving Facility', fieldType: 'other' },
  {
    field: 'form',
    fieldName: 'Notes Are Sent As',
    fieldType: 'dropdown',
    choices: Object.keys(forms),
    usual: 'Document (MDM)',
  },
]

const said = (of: EhrSettings, field: string) => of[field] ?? ''
const placeOf = (of: EhrSettings) => ({
  host: said(of, 'host'),
  port: Number(said(of, 'port')),
  hasTls: said(of, 'tls') !== 'No',
})
const partiesOf = (of: EhrSettings) => ({
  from: { application: said(of, 'sendingApplication'), facility: said(of, 'sendingFacility') },
  to: { application: said(of, 'receivingApplication'), facility: said(of, 'receivingFacility') },
})

const mostWords = 200

/** What the EHR says, on one line; it ends as a sentence. */
function inWords(text: string | undefined): string {
  const words = (text ?? '').replaceAll(/\s+/g, ' ').trim().slice(0, mostWords)
  if (words === '') return 'It gave no reason.'
  return /[.!?]$/.test(words) ? `It says: ${words}` : `It says: ${words}.`
}

/**
 * An EHR that takes HL7 v2 messages over MLLP. One connection for each facility and place; each message waits for its acknowledgement,
 * matched by MSA-2. AA and CA: it has the note. AE, AR, CE and CR: it refuses it. None: silent.
 */
export function mllpEhr(connect: GuardedConnect, clock: Clock): EhrKind {
  const lines = new Map<string, MllpLine>()
  async function open(of: EhrSettings, signal: AbortSignal) {
    try {
      return await connect(placeOf(of), signal)
    } catch (error) {
      throw error instanceof OutboundFailed ? new EhrFailed(error.kind, error.message) : error
    }
  }
  return {
    ehrType: 'mllp',
    ehrName: 'HL7 over MLLP',
    settings,
    fields: usualFields,
    connect({ clinicId, facilityId, settings: of }) {
      const key = JSON.stringify([clinicId, facilityId, placeOf(of)])
      // Only for who sends something: a place that is only tested needs none.
      function lineThere(): MllpLine {
        const line = lines.get(key) ?? mllpLine((signal) => open(of, signal))
        lines.set(key, line)
        return line
      }
      async function tell(note: EhrNote, event: NoteEvent, signal: AbortSignal) {
        signal.throwIfAborted()
        const form = forms[said(of, 'form') as keyof typeof forms] ?? 'MDM'
        const { message, messageId } = hl7OfNote(note, event, form, partiesOf(of), clock.now())
        const { outcome, text } = await lineThere().ask(message, messageId, signal)
        if (outcome !== 'accepted') throw new EhrFailed('refused', `The EHR refused the note. ${inWords(text)}`)
        return documentNumber(note)
      }
      return {
        fileNote: (note, signal) => tell(note, 'new', signal),
        async strikeNote(note, signal) {
          await tell(note, 'struckOut', signal)
        },
        async test(signal) {
          const socket = await open(of, signal)
          socket.destroy()
        },
      }
    },
  }
}
