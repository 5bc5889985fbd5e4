import { phraseAt, phraseTable, wordSet } from '../phrase-table.ts'
import { readTokens, type Token } from '../words.ts'
import { glandDrugs } from './drugs-glands.ts'
import { heartDrugs } from './drugs-heart.ts'
import { infectionDrugs } from './drugs-infection.ts'
import { nerveDrugs } from './drugs-nerves.ts'
import { organDrugs } from './drugs-organs.ts'

/**
 * The most prescribed drugs in the United States, written for Dictara from common statements of labels. A row is
 * `generic (brand, other name) low-high unit`: the usual single doses of adults by any route, in a wide range, and
 * absent if they differ too much. `#` begins a class. Only the server and tests import these tables, because they are
 * too large for pages.
 */
export interface Drug {
  /** The generic name in lower case: "lisinopril". */
  name: string
  drugClass: string
  /** The usual single doses of adults. */
  usual?: { least: number; most: number; unit: string }
}

const row =
  /^(?<name>.+?)(?: \((?<others>.*)\))?(?: (?<least>[\d.]+)(?:-(?<most>[\d.]+))? (?<unit>mg|mcg|g|units|mEq))?$/

function* readDrugs(table: string): Generator<readonly [string, Drug]> {
  let drugClass = ''
  for (const line of table.split('\n').map((one) => one.trim())) {
    if (line.startsWith('#')) drugClass = line.slice(2)
    else if (line !== '') {
      const { name = '', others, least, most, unit } = row.exec(line)?.groups ?? {}
      const usual = least && unit ? { least: Number(least), most: Number(most ?? least), unit } : undefined
      const drug = { name: name.toLowerCase(), drugClass, ...(usual && { usual }) }
      for (const called of [name, ...(others?.split(', ') ?? [])]) yield [called, drug]
    }
  }
}

/** Names of classes of drugs, each with the class in the tables that it means. */
const classes: readonly (readonly [phrase: string, drugClass: string])[] = `
  ACE inhibitor, angiotensin receptor blocker, ARB = angiotensin receptor blocker, beta blocker, calcium channel blocker, diuretic,
  loop diuretic = diuretic, thiazide = diuretic, thiazide diuretic = diuretic, statin, anticoagulant, blood thinner = anticoagulant,
  DOAC = anticoagulant, antiplatelet, dual antiplatelet therapy = antiplatelet, steroid, corticosteroid = steroid, 
   antibiotic, NSAID, nonsteroidal = NSAID,
  anti-inflammatory = NSAID, nonsteroidal anti-inflammatory = NSAID, nonsteroidal anti-inflammatory drug = NSAID, opioid, narcotic = opioid,
  opiate = opioid, SSRI = antidepressant, SNRI = antidepressant, antidepressant, antipsychotic, benzodiazepine, proton pump inhibitor = stomach drug,
  PPI = stomach drug, H2 blocker = stomach drug, antacid = stomach drug, antiemetic = stomach drug, laxative, stool softener = laxative,
  muscle relaxant, anticonvulsant, antiepileptic = anticonvulsant, antihistamine, bronchodilator = inhaler, rescue inhaler = inhaler,
  oral contraceptive = hormone, birth control pill = hormone, oral contraceptive pill = hormone, hormone replacement therapy = hormone,
  SGLT2 inhibitor = diabetes drug, GLP-1 agonist = diabetes drug, GLP-1 receptor agonist = diabetes drug, sulfonylurea = diabetes drug,
  basal insulin = insulin,  triptan = pain drug, antifungal, antiviral, bisphosphonate = bone drug,
  anticholinergic, antimuscarinic, antihypertensive, antipyretic, immunosuppressant, biologic, decongestant, expectorant, nasal steroid = inhaler, nasal steroid spray = inhaler, stimulant, sedative, hypnotic = sedative, aromatase inhibitor = hormone, nitrate = vasodilator, inotrope = vasopressor, fluoroquinolone, cephalosporin, alpha blocker, tetracycline, macrolide,
  penicillin, cough suppressant, cough syrup = lung drug, cough drop = lung drug, nasal decongestant = lung drug, numbing medicine = pain drug, local anesthetic = pain drug, paralytic = sedative,  mood stabilizer, thyroid hormone = thyroid drug, pain reliever = pain drug, analgesic = pain drug,  prenatal vitamin = supplement, birth control = hormone, iron supplementation = supplement, vasopressor, pressor = vasopressor, triptan therapy = pain drug`
  .split(',')
  .map((one) => one.trim().split(' = '))
  .flatMap(([phrase = '', drugClass]) => [
    [phrase, drugClass ?? phrase] as const,
    [phrase.endsWith('y') ? phrase.replace(/y$/, 'ies') : `${phrase}s`, drugClass ?? phrase] as const,
  ])

const drugs = phraseTable<Drug>([
  ...classes.map(([phrase, drugClass]) => [phrase, { name: phrase.toLowerCase(), drugClass }] as const),
  ...[heartDrugs, glandDrugs, infectionDrugs, nerveDrugs, organDrugs].flatMap((table) => [...readDrugs(table)]),
])

/** Ends of generic names, each with the class that it shows (USAN stems). */
const stems: readonly (readonly [RegExp, string])[] = [
  [/^\p{L}{2,}pril$/u, 'ACE inhibitor'],
  [/^\p{L}{2,}sartan$/u, 'angiotensin receptor blocker'],
  [/^\p{L}{2,}[oa]lol$/u, 'beta blocker'],
  [/^\p{L}{2,}dipine$/u, 'calcium channel blocker'],
  [/^\p{L}{2,}statin$/u, 'statin'],
  [/^\p{L}{2,}cillin$/u, 'penicillin'],
  [/^(?:cef|ceph)\p{L}{3,}$/u, 'cephalosporin'],
  [/^\p{L}{2,}penem$/u, 'carbapenem'],
  [/^\p{L}{2,}(?:thro|ro)mycin$/u, 'macrolide'],
  [/^\p{L}{2,}(?:mycin|micin)$/u, 'antibiotic'],
  [/^\p{L}{2,}floxacin$/u, 'fluoroquinolone'],
  [/^\p{L}{2,}cycline$/u, 'tetracycline'],
  [/^sulfa\p{L}{3,}$/u, 'sulfonamide'],
  [/^\p{L}{2,}conazole$/u, 'antifungal'],
  [/^\p{L}{2,}nidazole$/u, 'antibiotic'],
  [/^\p{L}{2,}(?:ciclovir|cyclovir|navir|tegravir|buvir|asvir|previr|mivir)$/u, 'antiviral'],
  [/^\p{L}{2,}prazole$/u, 'stomach drug'],
  [/^\p{L}{2,}tidine$/u, 'stomach drug'],
  [/^\p{L}{2,}setron$/u, 'stomach drug'],
  [/^\p{L}{2,}gliptin$/u, 'diabetes drug'],
  [/^\p{L}{2,}gliflozin$/u, 'diabetes drug'],
  [/^\p{L}{2,}glitazone$/u, 'diabetes drug'],
  [/^\p{L}{2,}glutide$/u, 'diabetes drug'],
  [/^\p{L}{2,}(?:xaban|gatran|parin)$/u, 'anticoagulant'],
  [/^\p{L}{2,}grel(?:or)?$/u, 'antiplatelet'],
  [/^\p{L}{2,}thiazide$/u, 'diuretic'],
  [/^\p{L}{2,}semide$/u, 'diuretic'],
  [/^\p{L}{2,}(?:azepam|azolam)$/u, 'benzodiazepine'],
  [/^\p{L}{2,}(?:oxetine|triptyline)$/u, 'antidepressant'],
  [/^\p{L}{2,}triptan$/u, 'pain drug'],
  [/^\p{L}{2,}(?:fenac|profen|coxib)$/u, 'NSAID'],
  [/^\p{L}{2,}(?:codone|morphone)$/u, 'opioid'],
  [/^\p{L}{2,}dronate$/u, 'bone drug'],
  [/^\p{L}{2,}(?:osin)$/u, 'alpha blocker'],
  [/^\p{L}{2,}terol$/u, 'inhaler'],
  [/^\p{L}{2,}(?:tropium|clidinium)$/u, 'inhaler'],
  [/^\p{L}{2,}(?:asone|solone|sonide)$/u, 'steroid'],
  [/^\p{L}{3,}(?:mab|tinib|ciclib|zomib|rubicin|platin|taxel)$/u, 'cancer drug'],
  [/^\p{L}{2,}(?:parib|citabine|toclax|relix|relin|poside|lukast)$/u, 'cancer drug'],
  [/^\p{L}{2,}afil$/u, 'lung drug'],
  [/^\p{L}{2,}prost$/u, 'eye drug'],
  [/^\p{L}{2,}(?:gepant)$/u, 'pain drug'],
  [/^\p{L}{2,}(?:caine)$/u, 'pain drug'],
]
/** Words that end like a drug but are none. */
const noDrugs = wordSet('april cholesterol cocaine myosin eosin')
const longestDrug = 30

/** A drug or a class of drugs that begins at a token, found by the tables or by the end of its name. */
export function drugAt(tokens: readonly Token[], at: number, end: number): { drug: Drug; count: number } | undefined {
  const found = phraseAt(drugs, tokens, at, end)
  if (found) return { drug: found.value, count: found.count }
  const name = tokens[at]?.text ?? ''
  if (name.length < 6 || name.length > longestDrug || noDrugs.has(name)) return undefined
  const drugClass = stems.find(([stem]) => stem.test(name))?.[1]
  return drugClass === undefined ? undefined : { drug: { name, drugClass }, count: 1 }
}

/** The drug or class at the beginning of a name; undefined if neither a table nor an ending knows it. */
export function drugOf(name: string): Drug | undefined {
  const tokens = readTokens(name)
  return drugAt(tokens, 0, tokens.length)?.drug
}
