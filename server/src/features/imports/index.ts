export { importerOf } from './importer.ts'
export { dayOf, type ImportKind, isFormula, otherNames, type ReadRow, type SettledRow, tooManyCells } from './kind.ts'
export { type CsvLine, readCsv } from './read-csv.ts'
export { mistakesIn } from './mistakes-in.ts'
