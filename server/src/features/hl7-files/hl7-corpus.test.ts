import { hl7FileCalls, hl7FileTypes } from '@dictara/contract/hl7-files'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hasCorpus, readCorpus } from '../../../../hl7/src/test-data/corpus.fixtures.ts'
import { aClinic, signedIn } from '../../testing/clinic.fixtures.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { filesOf, imported, type Sent } from './hl7.fixtures.ts'

describe.skipIf(!hasCorpus)('an import of messages from foreign sources', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await startTestServer({ tasks: ['import-hl7'] })
  })
  afterAll(() => server.close())

  test('applies what a clinic would expect, and gives a reason for the rest', async () => {
    const clinic = await aClinic(server)
    await server.owner.query('update facilities set hl7_integration = true where id = $1', [clinic.facilityId])
    const admin = await signedIn(server, clinic.clinicId, { userType: 'clinicAdmin' })
    const nameOf = (file: string) => `${file.replaceAll('/', ' ').replace(/\.hl7$/, '')}.hl7`
    const files = readCorpus().map(({ file, bytes }): Sent => [nameOf(file), new Uint8Array(bytes)])
    const end = await imported(admin, clinic.clinicId, files)
    const listed = (await Promise.all(hl7FileTypes.map((type) => filesOf(admin, clinic.clinicId, type)))).flat()
    const reasons: Record<string, string[]> = {}
    for (const { id, fileName, messages } of listed) {
      if (messages.refused + messages.nothing === 0) continue
      const query = { size: 100, onlyProblems: false }
      const params = { clinicId: clinic.clinicId, fileId: id }
      for (const { verdict, reason } of (await admin.call(hl7FileCalls.listHl7Messages, { params, query })).result)
        if (reason) (reasons[`${verdict}: ${reason}`] ??= []).push(fileName)
    }
    for (const names of Object.values(reasons)) names.sort()
    const incomplete = (missing: string) =>
      `REFUSED: A new patient needs a first name and a last name. There is no ${missing}. Add the patient by hand, then try again.`
    expect(reasons).toEqual({
      'NOTHING: This event changes nothing here (MSH-9.2).': ['cosyte-hl7 canonical-adt-a24-link.hl7'],
      'NOTHING: This type of message is not used (MSH-9).': [
        'cosyte-hl7 vendor-shapes-meditech-dft-p03.hl7',
        'microsoft-fhir-converter BAR-P01-01.hl7',
        'microsoft-fhir-converter DFT-P03-01.hl7',
        'microsoft-fhir-converter PC1-Problem-Add-v2.3.1.hl7',
        'npm-libs hl7-standard_batch.hl7',
        'npm-libs hl7-standard_message3.hl7',
      ],
      [incomplete('first name')]: ['python-hl7 sample_file_fhs.hl7'],
      'REFUSED: MRN 123456789 belongs to somebody with another first name, last name and date of birth at this facility. Nothing was changed. Check the MRN, or correct the patient first.':
        ['microsoft-fhir-converter ADT04-23.hl7'],
      'REFUSED: The MSH segment is cut off: it has no message type.': ['cosyte-hl7 malformed-msh-too-short.hl7'],
      'REFUSED: The message names no patient: it has no PID segment.': [
        'cosyte-hl7 edge-cases-decoded-br.hl7',
        'cosyte-hl7 malformed-invalid-encoding-characters.hl7',
        'cosyte-hl7 vendor-quirks-duplicate-required-segment.hl7',
      ],
    })
    expect(end).toEqual({
      files: 73,
      read: 73,
      unusable: 3,
      types: { PATIENT: 52, CALENDAR: 5, DICTATION: 16 },
      messages: { applied: 484, known: 0, nothing: 7, refused: 6 },
    })
  })
})
