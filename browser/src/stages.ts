import type { JobStatus, ReviewLevel } from '@dictara/contract/job'
import type { colours, sheetColours } from './colours.ts'

type ColourName = keyof typeof colours | keyof typeof sheetColours

/** The look of a stage of a job on its way from dictation to bill. */
export interface StageLook {
  word: string
  /** Name of a lucide icon. */
  icon: string
  /** Names in the colour table: text and icon, and their background. */
  colours: { text: ColourName; ground: ColourName }
  /** The meaning for people in one sentence, shown on hover and read aloud. */
  meaning: string
}

/**
 * The stages of a job. Each has one word, icon and colour wherever a job is shown (lists, homes, editor, recorder, notifications,
 * docs/using). Blue is work in progress, violet a review, amber a returned job, red a failure, green done.
 */
export const stages = {
  converting: {
    word: 'Converting',
    icon: 'loader-circle',
    colours: { text: 'stageBlue', ground: 'stageBlueTint' },
    meaning: 'The recording is being turned into text.',
  },
  toType: {
    word: 'To type',
    icon: 'keyboard',
    colours: { text: 'stageSlate', ground: 'stageSlateTint' },
    meaning: 'It waits for a transcriptionist.',
  },
  typing: {
    word: 'Typing',
    icon: 'pencil-line',
    colours: { text: 'stageBlue', ground: 'stageBlueTint' },
    meaning: 'Somebody works on its text.',
  },
  review1: {
    word: 'Review 1',
    icon: 'user-check',
    colours: { text: 'stageViolet', ground: 'stageVioletTint' },
    meaning: 'It waits for the first review, or is being reviewed.',
  },
  review2: {
    word: 'Review 2',
    icon: 'user-round-check',
    colours: { text: 'stageViolet', ground: 'stageVioletTint' },
    meaning: 'It waits for the second review, or is being reviewed.',
  },
  returned: {
    word: 'Returned',
    icon: 'undo-2',
    colours: { text: 'stageAmber', ground: 'stageAmberTint' },
    meaning: 'It came back with a comment, to be put right.',
  },
  filing: {
    word: 'Filing',
    icon: 'send',
    colours: { text: 'stageSlate', ground: 'stageSlateTint' },
    meaning: 'The note is on its way into the EHR.',
  },
  failed: {
    word: 'Failed',
    icon: 'triangle-alert',
    colours: { text: 'stageRed', ground: 'stageRedTint' },
    meaning: 'It could not be converted or filed; its reason stands with it.',
  },
  filed: {
    word: 'Filed',
    icon: 'circle-check',
    colours: { text: 'stageGreen', ground: 'stageGreenTint' },
    meaning: 'The note is in the EHR, and can be billed.',
  },
  completed: {
    word: 'Completed',
    icon: 'check',
    colours: { text: 'stageGreen', ground: 'stageGreenTint' },
    meaning: 'The note is done and stays in Dictara, since its facility had no EHR. It can be billed.',
  },
  billed: {
    word: 'Billed',
    icon: 'receipt',
    colours: { text: 'stageSlate', ground: 'stageSlateTint' },
    meaning: 'The note is done and billed.',
  },
  struckOut: {
    word: 'Struck out',
    icon: 'ban',
    colours: { text: 'stageSlate', ground: 'stageSlateTint' },
    meaning: 'Its author struck the note out for good.',
  },
} as const satisfies Record<string, StageLook>

export type StageKey = keyof typeof stages
export const stageKeys = Object.keys(stages) as StageKey[]
export type StageIcon = (typeof stages)[StageKey]['icon']

/** The data from which a stage is derived; a row of any list has it. */
export interface StagedJob {
  status: JobStatus
  level: ReviewLevel | null
  returned: boolean
  /** The number of reviews; null or absent until it is settled. */
  levels?: number | null
  /** Completed, and in no EHR. Absent: not known, as false. */
  staysHere?: boolean
  /** The completed share of the conversion, 0 to 1. */
  progress?: number | null
}

export interface Stage extends StageLook {
  key: StageKey
  icon: StageIcon
  /** The text of the pill: the word, and the progress of a conversion. */
  label: string
  /** 0 to 100 during a conversion with known progress. */
  percent: number | null
  isStruckOut: boolean
}

function keyOf({ status, level, returned, staysHere }: StagedJob): StageKey {
  switch (status) {
    case 'RECEIVED':
    case 'CONVERTING':
      return 'converting'
    case 'AVAILABLE':
      return returned ? 'returned' : 'toType'
    case 'IN_PROGRESS':
      return returned ? 'returned' : 'typing'
    case 'READY':
    case 'IN_REVIEW':
      return level === 'LEVEL_2' ? 'review2' : 'review1'
    case 'WRITING':
      return 'filing'
    case 'COMPLETED':
      return staysHere ? 'completed' : 'filed'
    case 'BILLED':
      return 'billed'
    case 'INCOMPLETE':
      return 'failed'
    case 'STRUCK_OUT':
      return 'struckOut'
  }
}

const reviewMeaning = ({ status, level, levels }: StagedJob) => {
  const which = level === 'LEVEL_2' ? 'second' : 'first'
  const review = levels === 1 ? 'its only review' : levels === 2 ? `the ${which} of two reviews` : `the ${which} review`
  return status === 'READY' ? `It waits for ${review}.` : `Somebody works on ${review}.`
}

/** The stage of a job. */
export function stageOf(job: StagedJob): Stage {
  const key = keyOf(job)
  const look = stages[key]
  const percent = job.status === 'CONVERTING' && job.progress != null ? Math.round(job.progress * 100) : null
  return {
    ...look,
    key,
    label: percent === null ? look.word : `${look.word} ${percent} %`,
    percent,
    isStruckOut: key === 'struckOut',
    meaning: key === 'review1' || key === 'review2' ? reviewMeaning(job) : look.meaning,
  }
}

/** A colour as a CSS variable: `stageBlue` is `var` of `--stage-blue`. */
export const asVariable = (name: ColourName) =>
  `var(--${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)})`
