export { PatientLooks } from './patient-looks.tsx'
