import { prepareDemo } from '../../server/src/testing/prepared-demo.ts'

/** Runs before all journeys: each of them starts Dictara on a copy of a demo that is made once. */
export default prepareDemo
