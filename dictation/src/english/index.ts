/**
 * The rules of English, which turn spoken words into marks, breaks and digits. Another language is a folder with the
 * same three exports.
 */
export { readCommands } from './commands.ts'
export { isNumberPart } from './number-words.ts'
export { writeNumbers } from './numbers.ts'
