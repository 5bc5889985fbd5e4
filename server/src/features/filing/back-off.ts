const longestSeconds = 300

/** The pause after so many tries in a row without an answer, in seconds: 2, 4, 8 … 300. */
export const pauseAfter = (failures: number): number => Math.min(longestSeconds, 2 ** Math.min(failures, 9))

/** After so many tries in a row that did not succeed, its people are told that an EHR is failing; one or two may be chance. */
export const failingAfter = 3

/** After so many tries of a note without an answer, the first note of another patient is tried. */
export const triesInARow = 2
