import { prepareDemo } from '../../server/src/testing/prepared-demo.ts'

/** Makes the demo once before all journeys. Each of them starts Dictara on a copy. */
export default prepareDemo
