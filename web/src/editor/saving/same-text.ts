import { headingText, readingOf } from '@dictara/dictation/note-text'
import type { Section } from '../sections.ts'

const reading = ({ heading, content }: Section) => readingOf(headingText(heading.customUIHeading), content)

/** Whether two sections read the same, however their tags and the letters of their heading are spelled. */
export const isSameText = (one: Section, other: Section) => one === other || reading(one) === reading(other)
