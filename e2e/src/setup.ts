import { prepareDemo } from '../../server/src/testing/prepared-demo.ts'

/** Makes the demo once before all journeys; each starts Dictara on a copy of it. */
export default prepareDemo
