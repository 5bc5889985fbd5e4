import * as z from 'zod/mini'
import { defineRefusals } from './call.ts'
import { flag, idOf } from './shapes.ts'

/**
 * The lists of a person's items: kept aside, in use, and offered by others of the clinic and the dictionary (Q067,
 * Q068).
 */
export const collectionScope = {
  type: z.prefault(z.enum(['mine', 'active', 'author'], { error: 'Use mine, active or author.' }), 'mine'),
}

/**
 * The form in which two keys or names are compared (Q069, Q073): case, width of letters, surrounding and repeated
 * spaces, and invisible joining characters do not count; accents do. A key is stored as written.
 */
export const nameOfItem = (name: string): string =>
  name
    .normalize('NFKC')
    .toLowerCase()
    .normalize('NFKC')
    .replace(/[\u200c\u200d]/gu, '')
    .replace(/\s+/gu, ' ')
    .trim()

/**
 * Like `nameOfItem`, but without any spaces: two cards with the same result cannot be ticked together (K2P-51,
 * TMPL-38).
 */
export const nameOfTick = (name: string): string => nameOfItem(name).replaceAll(' ', '')

/** The most items that one call changes. */
export const itemsMost = 200

/** A comma list of ids of items; each is looked up among the items that the caller may access. */
/* #__NO_SIDE_EFFECTS__ */
export const itemIds = () =>
  z.pipe(
    z.pipe(
      z.union([z.string({ error: 'Choose at least one.' }), z.array(z.string())]),
      z.transform((value: string | string[]) => [
        ...new Set([value].flat().flatMap((part) => part.split(',').filter(Boolean))),
      ]),
    ),
    z.array(idOf('none')).check(z.minLength(1, 'Choose at least one.'), z.maxLength(itemsMost, 'At most 200 at once.')),
  )

/** What an import does besides copying (Q069 to Q071). */
export const importChoices = {
  active: z.prefault(flag, 'false'),
  overRideExisting: z.prefault(flag, 'false'),
  exportToOtherAuthors: z.prefault(flag, 'false'),
}

export const collectionRefusals = defineRefusals({
  notEditable: { status: 403, code: 'not-editable', message: 'Action Denied: This item is not editable.' },
  tickedTwice: {
    status: 422,
    code: 'ticked-twice',
    message: 'Two of the selected cards have the same name. Select only one of them.',
  },
  gone: {
    status: 404,
    code: 'item-gone',
    message: 'This item no longer exists. Its owner may have deleted it.',
  },
})
