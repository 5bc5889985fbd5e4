export { PatientDrawer } from './patient-drawer.tsx'
