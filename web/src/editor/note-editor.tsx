import type { RecognisedWord, Section } from '@dictara/contract/notes'
import { type Ref, useEffect, useEffectEvent, useImperativeHandle, useLayoutEffect, useRef, useState } from 'react'
import { AtTheCaret } from './at-the-caret.tsx'
import { createNoteSession, type NoteHandle, type NoteSession } from './note-session.ts'
import type { NoteFacts } from './note-facts.ts'
import type { NoteState } from './note-state.ts'
import { AskedPhrases } from './phrases/asked-phrases.tsx'
import { createAsks } from './phrases/asks.ts'
import type { Insertion } from './phrases/insertions.ts'
import type { PhraseBook } from './phrases/phrase-book.ts'
import type { PhraseListHandle } from './phrases/phrase-list.tsx'
import type { PlacedBlank } from './schema/blank-mark.ts'
import type { NoteChange, TokenWords } from './sections.ts'
import type { FoundComment, HangingComment } from './review/note-comments.ts'
import type { SoundPlace } from './sound-commands.ts'
import { useAnnouncement } from './use-announcement.tsx'
import type { ReadingPlace } from './words/readings.ts'
import './note-editor.css'

export interface NoteEditorProps {
  /**
   * The note to open; read once. Later texts come through the handle, so that a refetch never overwrites what was
   * typed.
   */
  sections: readonly Section[]
  systemHeadings: readonly string[]
  editable: boolean
  /** The recognised words, and the words that each written token came from. */
  words?: readonly RecognisedWord[] | undefined
  wordMap?: readonly TokenWords[] | undefined
  /** The position of the sound, for a blank (F3); undefined: the beginning. */
  soundAt?: (() => SoundPlace) | undefined
  /** What the person may do at blanks: a typist asks, a person who knows the answer gives it. */
  atBlanks?: 'ask' | 'answer' | undefined
  /** The phrases that may be inserted; null: still loading; undefined: none are offered. */
  phrases?: PhraseBook | null | undefined
  /** Hints about what to dictate under each heading, by heading as stored. */
  headingHints?: ReadonlyMap<string, string> | undefined
  onInsertion?: ((insertion: Insertion) => void) | undefined
  /**
   * The player's position in seconds while it plays, else null. `NoteHandle.showSpoken` does the same without a render.
   */
  spokenAt?: number | null | undefined
  label?: string
  onChange?: ((change: NoteChange) => void) | undefined
  /** A word was clicked, or an unsure word during playback: moves the player there if the person wants that. */
  onSeek?: ((seconds: number) => void) | undefined
  /** Plays a word at once: after Ctrl+Enter, F6, or a click on an unsure word. */
  onHear?: ((seconds: number, until?: number) => void) | undefined
  onDeleteSection?: ((id: string) => void) | undefined
  /** Comments on places in the note. */
  comments?: readonly HangingComment[] | undefined
  /** Converts the server's id of a section to the editor's id. */
  sectionOf?: ((serverId: string) => string) | undefined
  /** The current places of the comments; the comment that somebody went to. */
  onComments?: ((found: readonly FoundComment[]) => void) | undefined
  onComment?: ((id: string) => void) | undefined
  /** A request was refused; `why` is a text for people. If absent, a screen reader announces it. */
  onRefused?: ((why: string) => void) | undefined
  onState?: ((state: NoteState) => void) | undefined
  /** The note is in the page and will be painted next. */
  onOpen?: (() => void) | undefined
  onFacts?: ((facts: NoteFacts) => void) | undefined
  ref?: Ref<NoteHandle>
}

/** The editor of a note: sections with headings, four formats, and words that know when they were spoken (EDIT-13). */
export const NoteEditor = (props: NoteEditorProps) => {
  const { editable, words, wordMap, spokenAt, comments, label = 'Note', ref } = props
  const element = useRef<HTMLDivElement>(null)
  const [session, setSession] = useState<NoteSession | null>(null)
  const { announcement, announce } = useAnnouncement()
  const [reading, setReading] = useState<ReadingPlace | null>(null)
  const [blank, setBlank] = useState<PlacedBlank | null>(null)
  const blankField = useRef<HTMLInputElement>(null)
  const [asks] = useState(createAsks)
  const list = useRef<PhraseListHandle>(null)
  const onChange = useEffectEvent((change: NoteChange) => props.onChange?.(change))
  const onState = useEffectEvent((state: NoteState) => props.onState?.(state))
  const onFacts = useEffectEvent((facts: NoteFacts) => props.onFacts?.(facts))
  const onSeek = useEffectEvent((seconds: number) => props.onSeek?.(seconds))
  const onHear = useEffectEvent((seconds: number, until?: number) => props.onHear?.(seconds, until))
  const onRefused = useEffectEvent((why: string) => (props.onRefused ?? announce)(why))
  const onComments = useEffectEvent((found: readonly FoundComment[]) => props.onComments?.(found))
  const onComment = useEffectEvent((id: string) => props.onComment?.(id))
  const onDeleteSection = useEffectEvent((id: string) => props.onDeleteSection?.(id))
  const systemHeadings = useEffectEvent(() => props.systemHeadings)
  const soundAt = useEffectEvent(() => props.soundAt?.() ?? { seconds: 0, isPlaying: false })
  const onInsertion = useEffectEvent((insertion: Insertion) => props.onInsertion?.(insertion))
  const phrases = useEffectEvent(() => (props.editable ? props.phrases : undefined))
  const onListKey = (event: KeyboardEvent) => list.current?.press(event) ?? false
  const onEnterBlank = () => blankField.current?.focus()
  const open = useEffectEvent((host: HTMLElement) =>
    createNoteSession(host, {
      sections: props.sections,
      systemHeadings,
      editable,
      label,
      soundAt,
      phrases,
      listeners: {
        onChange,
        onState,
        onFacts,
        onSeek,
        onHear,
        onComments,
        onComment,
        onDeleteSection,
        onAnnounce: announce,
        onReading: setReading,
        onBlank: setBlank,
        onEnterBlank,
        onRefused,
        onAsking: asks.become,
        onListKey,
        onInsertion,
      },
    }),
  )

  const onOpen = useEffectEvent(() => props.onOpen?.())
  // Before the first paint, so that it already shows the text and the caret.
  useLayoutEffect(() => {
    if (!element.current) return
    const opened = open(element.current)
    setSession(opened)
    const leaving = () => opened.flush()
    document.addEventListener('visibilitychange', leaving)
    window.addEventListener('pagehide', leaving)
    return () => {
      document.removeEventListener('visibilitychange', leaving)
      window.removeEventListener('pagehide', leaving)
      opened.close()
    }
  }, [])
  useImperativeHandle(ref, () => session as NoteHandle, [session])
  useEffect(() => session?.setEditable(editable), [session, editable])
  useLayoutEffect(() => session?.setWords(words ?? [], wordMap), [session, words, wordMap])
  useLayoutEffect(() => {
    if (session) onOpen()
  }, [session])
  const showComments = useEffectEvent((now: readonly HangingComment[]) =>
    session?.showComments(
      now.map(({ id, comment, place }) => {
        const sectionId = props.sectionOf?.(place.sectionId) ?? place.sectionId
        return { id, comment, place: { ...place, sectionId } }
      }),
    ),
  )
  useEffect(() => {
    if (session) showComments(comments ?? [])
  }, [session, comments])
  const { headingHints } = props
  useEffect(() => session?.describeHeadings(headingHints ?? new Map()), [session, headingHints])
  useEffect(() => session?.showSpoken(spokenAt ?? null), [session, spokenAt])
  const book = props.phrases
  useEffect(() => {
    if (book) session?.phrasesCame()
  }, [session, book])

  return (
    <div className="dictara-note">
      <div ref={element} />
      {session && <AtTheCaret {...{ session, editable, blank, blankField, reading }} atBlanks={props.atBlanks} />}
      {session && <AskedPhrases {...{ asks, session }} book={book ?? null} ref={list} />}
      {announcement}
    </div>
  )
}
