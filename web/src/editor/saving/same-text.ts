import { readingOf } from '@dictara/dictation/note-text'
import type { Section } from '../sections.ts'

const reading = ({ heading, content }: Section) => readingOf(heading.customUIHeading, content)

/** Whether two sections read the same, however their tags are spelled. */
export const isSameText = (one: Section, other: Section) => one === other || reading(one) === reading(other)
