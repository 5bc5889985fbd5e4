/** The rules of English: what is said becomes marks, breaks and figures. Another language is a folder with the same three exports. */
export { readCommands } from './commands.ts'
export { isNumberPart } from './number-words.ts'
export { writeNumbers } from './numbers.ts'
