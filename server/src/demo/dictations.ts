import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { RecognisedWord } from '@dictara/dictation'

export interface Dictated {
  author: 'doctor' | 'poolDoctor'
  workType: string
  /** The author's template to follow; without one the spoken headings count. */
  template?: string | undefined
  /** Length of its recording in milliseconds. */
  lengthMs: number
  /** The spoken text, word by word. */
  words: string
}

/**
 * The dictations of the demo's doctors: internal medicine and orthopaedics. `dictations` contains each recording with
 * its recognised words, made from these texts by `node tools/src/demo-dictations.ts`.
 */
export const demoDictations = {
  'chest-pain': {
    author: 'doctor',
    workType: 'Progress Note',
    lengthMs: 18_480,
    words:
      'history of present illness colon the patient is a fifty four year old man with chest pain for two days period he takes aspirin eighty one milligrams daily period next paragraph assessment colon stable angina period next paragraph plan colon rest and follow up in two weeks period',
  },
  'follow-up': {
    author: 'doctor',
    workType: 'Progress Note',
    lengthMs: 12_500,
    words:
      'assessment colon type two diabetes comma well controlled period next paragraph plan colon continue metformin five hundred milligrams twice a day period follow up in three months period',
  },
  pneumonia: {
    author: 'doctor',
    workType: 'Progress Note',
    lengthMs: 25_935,
    words:
      'history of present illness colon the patient is a sixty two year old woman with fever and cough for five days period next paragraph physical examination colon crackles at the right base comma no edema period next paragraph assessment colon community acquired pneumonia period next paragraph plan colon amoxicillin five hundred milligrams three times a day period chest x ray in six weeks period',
  },
  'blood-pressure': {
    author: 'doctor',
    workType: 'Progress Note',
    lengthMs: 21_940,
    words:
      'history of present illness colon she has had headaches in the morning for two weeks period blood pressure is one hundred sixty over ninety five period next paragraph assessment colon hypertension comma not well controlled period next paragraph plan colon increase lisinopril to twenty milligrams daily period follow up in one month period',
  },
  'heart-failure': {
    author: 'doctor',
    workType: 'Discharge Summary',
    lengthMs: 28_800,
    words:
      'discharge diagnosis colon congestive heart failure period next paragraph hospital course colon the patient is a seventy eight year old man with shortness of breath and edema of both legs period he lost four kilograms with furosemide period next paragraph discharge medications colon furosemide forty milligrams daily and metoprolol fifty milligrams twice a day period next paragraph follow up colon in one week period',
  },
  fibrillation: {
    author: 'doctor',
    workType: 'Consultation',
    template: 'Cardiology Consultation',
    lengthMs: 31_142,
    words:
      'reason for consultation colon palpitations period next paragraph history of present illness colon the patient has had palpitations since yesterday period no chest pain comma no shortness of breath period next paragraph physical examination colon heart is irregular period no edema period next paragraph electrocardiogram colon insert fibrillation electrocardiogram next paragraph impression colon atrial fibrillation period insert fibrillation plan',
  },
  asthma: {
    author: 'doctor',
    workType: 'Progress Note',
    template: 'Acute Respiratory Visit',
    lengthMs: 21_606,
    words:
      'history of present illness colon the patient is a twenty nine year old woman with cough at night for two weeks period next paragraph physical examination colon mild wheezing comma no fever period next paragraph assessment and plan colon asthma period albuterol as needed and follow up in one month period insert return precautions',
  },
  anemia: {
    author: 'doctor',
    workType: 'Progress Note',
    lengthMs: 20_675,
    words:
      'history of present illness colon she is tired and short of breath on exertion period next paragraph laboratory data colon hemoglobin nine point two period next paragraph assessment colon iron deficiency anemia period next paragraph plan colon iron once a day and repeat the blood count in four weeks period',
  },
  'back-pain': {
    author: 'doctor',
    workType: 'Progress Note',
    lengthMs: 21_206,
    words:
      'history of present illness colon he has low back pain for one week period next paragraph physical examination colon no weakness comma normal reflexes period next paragraph assessment colon lumbar strain period next paragraph plan colon ibuprofen six hundred milligrams three times a day period no heavy lifting period',
  },
  gout: {
    author: 'doctor',
    workType: 'Progress Note',
    lengthMs: 17_167,
    words:
      'history of present illness colon the patient is a sixty year old man with pain in his right foot since yesterday period next paragraph assessment colon acute gout period next paragraph plan colon naproxen five hundred milligrams twice a day for five days period',
  },
  thyroid: {
    author: 'doctor',
    workType: 'Progress Note',
    lengthMs: 12_971,
    words:
      'assessment colon hypothyroidism comma stable period next paragraph plan colon continue levothyroxine seventy five micrograms daily period repeat laboratory data in six months period',
  },
  knee: {
    author: 'poolDoctor',
    workType: 'Progress Note',
    template: 'Knee Evaluation',
    lengthMs: 21_562,
    words:
      'history colon the patient fell on her right knee three days ago period next paragraph examination colon there is swelling of the right knee comma no fever period next paragraph assessment colon sprain of the right knee period next paragraph plan colon ice and ibuprofen four hundred milligrams three times a day period insert physical therapy',
  },
  shoulder: {
    author: 'poolDoctor',
    workType: 'Consultation',
    lengthMs: 24_473,
    words:
      'history of present illness colon the patient is a forty six year old man with pain in his left shoulder for three months period next paragraph physical examination colon abduction is limited comma no weakness period next paragraph assessment colon rotator cuff tendinitis period next paragraph plan colon physical therapy and naproxen five hundred milligrams twice a day period',
  },
  hip: {
    author: 'poolDoctor',
    workType: 'History and Physical',
    lengthMs: 22_515,
    words:
      'history of present illness colon the patient is a seventy nine year old woman who fell at home this morning period next paragraph physical examination colon the left leg is short comma pulses are normal period next paragraph assessment colon fracture of the left hip period next paragraph plan colon surgery today period no food and no water period',
  },
} as const satisfies Record<string, Dictated>

export type DemoDictationName = keyof typeof demoDictations

const folder = join(import.meta.dirname, 'dictations')

/** The recording of a dictation and its recognised words. */
export const readRecording = (name: DemoDictationName) => ({
  sound: readFileSync(join(folder, `${name}.mp3`)),
  heard: JSON.parse(readFileSync(join(folder, `${name}.json`), 'utf8')) as RecognisedWord[],
})

/** The words of a dictation as a careful typist writes them, all certain. */
export const wordsOf = (name: DemoDictationName): RecognisedWord[] =>
  demoDictations[name].words
    .split(' ')
    .map((word, index) => ({ word, start: index * 0.4, end: index * 0.4 + 0.3, confidence: 1 }))
