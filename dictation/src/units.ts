/** Units that are abbreviated after a number. */
export const abbreviations: Record<string, string> = {
  milligram: 'mg',
  milligrams: 'mg',
  microgram: 'mcg',
  micrograms: 'mcg',
  gram: 'g',
  grams: 'g',
  kilogram: 'kg',
  kilograms: 'kg',
  milliliter: 'mL',
  milliliters: 'mL',
  deciliter: 'dL',
  deciliters: 'dL',
  liter: 'L',
  liters: 'L',
  millimeter: 'mm',
  millimeters: 'mm',
  centimeter: 'cm',
  centimeters: 'cm',
  milliequivalent: 'mEq',
  milliequivalents: 'mEq',
  millimole: 'mmol',
  millimoles: 'mmol',
}

/** Words before which even a small number is written in digits. */
export const countedWords = new Set(
  (
    'hour hours minute minutes second seconds day days week weeks month months year years times unit units tablet tablets ' +
    'capsule capsules puff puffs drop drops pack packs dose doses foot feet inch inches pound pounds calories degrees beats cigarettes'
  ).split(' '),
)

/** Words after which a number is a name: "type 2", "stage 3", "grade 2". */
export const numberedWords = new Set([
  'type',
  'stage',
  'grade',
  'class',
  'level',
  'phase',
  'gravida',
  'para',
  'day',
  'factor',
  'step',
  'lead',
])

export const months = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
]
