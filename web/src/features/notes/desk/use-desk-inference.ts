import type { Job } from '@dictara/contract/jobs'
import { besideMost, type NotePlace, quoteMost, type Section } from '@dictara/contract/notes'
import { sectionPlainText } from '@dictara/dictation/note-text'
import { App } from 'antd'
import { type ShowWords, useInference } from '../../inference/index.ts'
import type { FinishedOr, Finishing } from '../saving/last-save.ts'
import type { Player } from '../sound/player.ts'
import type { NoteSession } from '../text/use-note-session.ts'

/** How long before its words the sound begins, in seconds. */
const leadSeconds = 1

/** The place of characters of a section's plain text; undefined when the text has become shorter. */
export function placeOfWords(section: Section, startIndex: number, endIndex: number): NotePlace | undefined {
  const text = sectionPlainText(section.content)
  const quote = text.slice(startIndex, Math.min(endIndex, startIndex + quoteMost))
  if (quote.trim() === '') return undefined
  const heading = section.heading.customUIHeading
  return {
    sectionId: section.id,
    start: startIndex + (heading ? heading.length + 1 : 0),
    quote,
    before: text.slice(Math.max(0, startIndex - besideMost), startIndex),
    after: text.slice(endIndex, endIndex + besideMost),
    second: null,
  }
}

interface DeskInferenceParts {
  job: Job
  session: NoteSession
  player: Player
  isEditable: boolean
  isPainted: boolean
  /** The panel beside the note, or the sheet above it on a narrow page. */
  panel: {
    isOpen: boolean
    isSheet: boolean
    tab: string
    choose: (tab: string) => void
    toggle: (tab: string) => void
    fold: () => void
  }
}

/**
 * The fields that were read from the note at the desk. A click on a value selects its words in the note and plays them.
 */
export function useDeskInference({ job, session, player, isEditable, isPainted, panel }: DeskInferenceParts) {
  const { message } = App.useApp()
  const isSaved = session.status.kind === 'saved'
  const inference = useInference({ jobId: job.jobId, isEditable, isWanted: isPainted, isSaved })
  const onShow: ShowWords = (sectionId, startIndex, endIndex) => {
    const editorId = session.autosave.current?.editorId(sectionId) ?? sectionId
    const section = session.shown().find(({ id }) => id === editorId)
    const place = section && placeOfWords(section, startIndex, endIndex)
    // Close the sheet, because it covers the words.
    if (panel.isSheet) panel.fold()
    if (!place || !session.note.current?.goToPlace(place))
      return void message.info('These words are not in the note any more.')
    const second = session.note.current.placeForComment()?.second
    if (typeof second === 'number') player.playFrom(Math.max(0, second - leadSeconds))
  }
  /** Saves what was entered in the panel. A refused value is shown there, so that it can be corrected. */
  async function savePanel() {
    const isSaved = await inference.saveDrafts()
    if (!isSaved) panel.choose('inference')
    return isSaved
  }
  const tool = { isOn: panel.isOpen && panel.tab === 'inference', onToggle: () => panel.toggle('inference') }
  return {
    inference,
    onShow,
    tool,
    /** Saves what was entered in the panel, then the text. @returns whether the server has everything */
    saveFirst: async () => (await savePanel()) && session.saveFirst(),
    /** Finishes the note once what was entered in the panel is saved. */
    finish: async (finishing: Finishing): Promise<FinishedOr> =>
      (await savePanel()) ? session.finish(finishing) : 'unsaved',
  }
}

export type DeskInference = ReturnType<typeof useDeskInference>
