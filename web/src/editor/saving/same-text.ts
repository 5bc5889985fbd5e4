import { parseInline, printInline } from '../schema/inline-marks.ts'
import type { Section } from '../sections.ts'

const reading = ({ heading, content }: Section) =>
  JSON.stringify([
    heading.customUIHeading,
    content.map(({ value, newParagraph, count }) => [printInline(parseInline(value)), newParagraph, count]),
  ])

/** Whether two sections read the same, however their tags are spelled. */
export const isSameText = (one: Section, other: Section) => one === other || reading(one) === reading(other)
