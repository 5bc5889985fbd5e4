import { wordSet } from '../phrase-table.ts'

/**
 * Words that begin or end a noun phrase: articles, prepositions, pronouns, conjunctions, and the most frequent verbs of
 * notes.
 */
export const functionWords: ReadonlySet<string> = wordSet(`
  a an the this that these those his her their its our my your he she they it we i you who whom which what there
  here and or nor but so yet if when while whereas because although though since until unless than as of in on at
  to from by for with without within into onto over under above below between among during after before about
  around near through throughout across along against toward towards via per despite except off out up down is are
  was were be been being am has have had having do does did done doing will would shall should can could may might
  must not no never none neither either very quite rather too also only just still again already even ever now then
  today shows showed show showing reveals revealed demonstrates demonstrated notes noted reports reported states
  stated says said denies denied complains complained presents presented presenting admits endorses endorsed
  describes described seen found felt given taken started stopped continued continues continue start stop take
  takes took taking increase increased decrease hold held keep use used using uses apply get gets got gives gave
  make made makes remains remain remained appears appeared appear seems seemed consistent compatible likely
  possible probable suspected suspicious concerning secondary due associated including include includes such like
  patient patients underwent undergone followed reviewed discussed ordered performed developed develops noticed
  feels feel began begins begun worsened improved resolved resolving improving worsening occurs occurred occurring
  went woke causes caused causing persists persisted comes came normal clear intact regular unremarkable stable
  soft nontender well good fair alert oriented negative positive present absent able unable both left right
  bilateral bilaterally each all any some other another more most less least many much few several every treat
  treated treats check checked recheck obtain obtained order send sent refer referred schedule scheduled see return
  follow evaluate evaluated assess rule ruled who's he's she's it's doesn't don't didn't isn't wasn't hasn't
  haven't hadn't won't can't couldn't aren't weren't yes okay ok please thus however therefore otherwise instead
  meanwhile additionally furthermore status post s/p c/o h/o w/o w/ r/o
`)
