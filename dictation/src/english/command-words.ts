import type { Token } from '../token.ts'
import { setOf } from './words.ts'

/** A command word, and the words around it that show that it is part of the sentence instead. */
export interface CommandWord {
  spoken: string
  mark: Pick<Token, 'text' | 'kind'>
  /** Words directly before it that make it part of the sentence. */
  before?: ReadonlySet<string>
  /** Words directly before it that make it part of the sentence if they follow an article: "the recovery period". */
  nounBefore?: ReadonlySet<string>
  /** Words directly after it that make it part of the sentence. */
  after?: ReadonlySet<string>
  /**
   * Words directly after it that perhaps make it part of the sentence. If nothing else decides, the result is marked as
   * unsure.
   */
  perhapsAfter?: ReadonlySet<string>
  /** Pairs of a dictated line and its written form. */
  examples?: readonly (readonly [string, string])[]
  counterExamples?: readonly string[]
}

/** Words before a command that show that the command word is a noun here, so it stays. */
export const articles = setOf('a an the each every my our your its whose')
/** Words before a command that often precede a noun, but can also end a sentence themselves. */
export const pointing = setOf('her his their this that these those no any some another which what of per')

const were = 'is was were are has had have will would should could can may might did does appears appeared looks seemed'

/** Words that are both a command and content, with the neighbours that show that they are content. */
export const commandWords: readonly CommandWord[] = [
  {
    spoken: 'period',
    mark: { text: '.', kind: 'mark' },
    before: setOf(
      `menstrual last post pre incubation latent latency refractory grace waiting washout postoperative perioperative postpartum
       peripartum antepartum intrapartum perinatal neonatal missed postictal prodromal ictal difficult hour day week month year minute`,
    ),
    nounBefore: setOf(
      `recovery rest observation treatment trial study healing time follow-up followup up pregnancy transition monitoring holding
       early late heavy light painful irregular regular normal first second third next previous final initial convalescent
       quarantine isolation brief prolonged lengthy same entire whole extended longer shorter short long limited fasting induction maintenance taper global honeymoon probationary admission
       hospitalization contact infusion dosing interval cooling warranty surveillance billing pay reporting antibiotic new given certain`,
    ),
    after: setOf(
      'of pain pains cramp cramps cramping bleeding products started begins began ended ends lasted lasts lasting came arrived',
    ),
    perhapsAfter: setOf('is was were'),
    examples: [
      ['lungs are clear period', 'lungs are clear.'],
      ['he has no fever period the cough is better', 'he has no fever. The cough is better'],
    ],
    counterExamples: [
      'menstrual period is late',
      'after a period of rest',
      'post period bleeding',
      'during the recovery period she did well',
    ],
  },
  {
    spoken: 'full stop',
    mark: { text: '.', kind: 'mark' },
    examples: [['lungs are clear full stop', 'lungs are clear.']],
    counterExamples: ['he came to a full stop'],
  },
  {
    spoken: 'comma',
    mark: { text: ',', kind: 'mark' },
    after: setOf('shaped bacillus splice'),
    examples: [['nausea comma vomiting', 'nausea, vomiting']],
    counterExamples: ['a comma shaped lesion'],
  },
  {
    spoken: 'colon',
    mark: { text: ':', kind: 'mark' },
    before: setOf(
      `left right ascending descending transverse sigmoid distal proximal entire remaining residual whole redundant tortuous
       spastic irritable rectosigmoid normal abnormal dilated distended colonic iliac pelvic large small with through into from to in
       is was and or for if mid your has had have except throughout around along against toward via within across near`,
    ),
    after: setOf(
      `cancer cancers carcinoma adenocarcinoma polyp polyps polyposis mucosa mucosal resection resections biopsy biopsies wall tumor
       tumors neoplasm neoplasms malignancy lesion lesions adenoma adenomas surgery perforation obstruction screening diverticula
       diverticulosis diverticulitis interposition prep preparation cleansing cleanse transit anastomosis dilation dilatation
       distention segment segments loop loops specimen ischemia polypectomy anatomy conduit`,
    ),
    perhapsAfter: setOf(`${were} and from to at with showed proximal distal`),
    examples: [
      ['plan colon rest', 'plan: rest'],
      ['allergies colon none', 'allergies: none'],
      ['abdomen colon soft', 'abdomen: soft'],
    ],
    counterExamples: [
      'family history negative for colon cancer',
      'the left colon was normal',
      'normal colon mucosa',
      'scope advanced through the colon',
      'colon polyps were removed',
    ],
  },
  {
    spoken: 'semicolon',
    mark: { text: ';', kind: 'mark' },
    examples: [['stable semicolon no change', 'stable; no change']],
  },
  { spoken: 'semi colon', mark: { text: ';', kind: 'mark' } },
  {
    spoken: 'question mark',
    mark: { text: '?', kind: 'mark' },
    examples: [['is it cancer question mark', 'is it cancer?']],
  },
  { spoken: 'exclamation point', mark: { text: '!', kind: 'mark' } },
  { spoken: 'exclamation mark', mark: { text: '!', kind: 'mark' } },
  {
    spoken: 'hyphen',
    mark: { text: '-', kind: 'joining' },
    after: setOf(`needed required missing ${were}`),
    examples: [['follow hyphen up', 'follow-up']],
    counterExamples: ['hyphen needed', 'the hyphen was missing'],
  },
  {
    spoken: 'dash',
    mark: { text: ' - ', kind: 'joining' },
    before: setOf('to will can could would yard meter mad'),
    after: setOf(`of board boards diet eating hounds line lines cam ${were}`),
    examples: [['allergies dash none', 'allergies - none']],
    counterExamples: ['a dash of salt', 'on the dash diet', 'his knee hit the dash board'],
  },
  {
    spoken: 'slash',
    mark: { text: '/', kind: 'joining' },
    before: setOf('to deep superficial large small horizontal vertical long'),
    after: setOf(`wound wounds mark marks injury injuries laceration lacerations across ${were}`),
    examples: [['and slash or', 'and/or']],
    counterExamples: ['a slash wound of the forearm', 'slash injuries to both wrists'],
  },
  { spoken: 'forward slash', mark: { text: '/', kind: 'joining' } },
  {
    spoken: 'open paren',
    mark: { text: '(', kind: 'opening' },
    examples: [['pain open paren mild close paren', 'pain (mild)']],
  },
  { spoken: 'open parenthesis', mark: { text: '(', kind: 'opening' } },
  { spoken: 'left paren', mark: { text: '(', kind: 'opening' } },
  { spoken: 'left parenthesis', mark: { text: '(', kind: 'opening' } },
  { spoken: 'close paren', mark: { text: ')', kind: 'mark' } },
  { spoken: 'close parenthesis', mark: { text: ')', kind: 'mark' } },
  { spoken: 'right paren', mark: { text: ')', kind: 'mark' } },
  { spoken: 'right parenthesis', mark: { text: ')', kind: 'mark' } },
  { spoken: 'open quote', mark: { text: '"', kind: 'opening' } },
  { spoken: 'close quote', mark: { text: '"', kind: 'mark' } },
  { spoken: 'end quote', mark: { text: '"', kind: 'mark' } },
  { spoken: 'unquote', mark: { text: '"', kind: 'mark' } },
  {
    spoken: 'quote',
    mark: { text: '"', kind: 'opening' },
    examples: [['she said quote i feel fine unquote', 'she said "i feel fine"']],
    counterExamples: ['he gave a quote from the report', 'quote the literature'],
  },
  {
    spoken: 'new paragraph',
    mark: { text: '', kind: 'paragraph' },
    examples: [['rest new paragraph fluids', 'rest\n\nFluids']],
    counterExamples: ['i added a new paragraph to the letter'],
  },
  {
    spoken: 'next paragraph',
    mark: { text: '', kind: 'paragraph' },
    counterExamples: ['see the next paragraph of the report'],
  },
  {
    spoken: 'new line',
    mark: { text: '', kind: 'line' },
    before: setOf(
      'central picc arterial iv art venous femoral placed place for with remove removed flush flushed in on via through from and or',
    ),
    after: setOf(
      `of placement placed infection infections insertion site therapy therapies treatment treatments access sepsis was is were are has
       had will should could must may needs flushed flushes draws drawn inserted removed`,
    ),
    examples: [['rest new line fluids', 'rest\nFluids']],
    counterExamples: ['a new line of therapy', 'patient is in new line of work', 'new line infection is suspected'],
  },
  {
    spoken: 'next line',
    mark: { text: '', kind: 'line' },
    after: setOf(
      'of therapy therapies treatment treatments agent agents option options drug drugs regimen chemotherapy was is will would should',
    ),
    examples: [['rest next line fluids', 'rest\nFluids']],
    counterExamples: ['next line of treatment will be infliximab', 'next line therapy was discussed'],
  },
]

/** Words that a list or a section follows. After them, "colon" is the mark even where it could be the organ. */
export const introducing = setOf(
  `plan assessment impression complications reason visit operation skin breast specimen pelvic history allergies allergy medications medication diagnosis diagnoses examination exam complaint illness
   findings finding procedure procedures indication indications following follows includes include labs vitals signs symptoms systems
   recommendations recommendation subjective objective hpi pmh ros notes note summary conclusion technique comparison anesthesia`,
)
