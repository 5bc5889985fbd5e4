import { peopleColumns, peopleImportCalls } from '@dictara/contract/people-import'
import { type Imported, ImportPage } from '../imports/index.ts'
import { peopleKey } from './people-queries.ts'

const people: Imported = {
  calls: peopleImportCalls,
  refreshes: peopleKey,
  one: 'person',
  many: 'people',
  added: 'added and invited',
  help: 'Upload a CSV file with one person per row, at most 5,000. Start from the template: Role is Doctor, Reviewer, Transcriptionist, Biller or Admin; separate several facilities with |. You see a preview before anyone is added or emailed.',
  columns: peopleColumns,
  example: [
    'Greta',
    'Dubois',
    'greta.dubois@example.org',
    'Doctor',
    '202 555 0100',
    '1234567893',
    '1975-04-30',
    'Your facility',
  ],
  shown: ['Role', 'Facilities'],
}

/** People from a CSV file. */
export const ImportPeople = () => <ImportPage of={people} />
