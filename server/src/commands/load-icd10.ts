import { type FileHandle, open } from 'node:fs/promises'
import { basename } from 'node:path'
import { BadCodeList, findLoadedList, type LoadedList, loadCodeList, releaseOf } from '../features/icd10/index.ts'
import { BadCommand } from './bad-command.ts'
import type { Installation } from './installation.ts'

const counted = (count: number) => count.toLocaleString('en-US')
function inWords({ codes, billable, release }: LoadedList): string {
  const ofThem = codes === billable ? 'billable' : `${counted(billable)} of them billable`
  return `${counted(codes)} code${codes === 1 ? '' : 's'} of ICD-10-CM ${release}, ${ofThem}`
}

const reasons: Record<string, string> = {
  ENOENT: 'There is no file',
  EACCES: 'This user can’t read',
}
function unreadable(error: unknown, path: string): never {
  const reason = reasons[(error as NodeJS.ErrnoException).code ?? '']
  throw reason ? new BadCommand(`${reason} ${path}. The list of codes is as it was.`) : error
}

/** Opens the file that a code list is loaded from, before anything else is started. */
export async function openCodeList(path: string): Promise<FileHandle> {
  const file = await open(path).catch((error: unknown) => unreadable(error, path))
  if ((await file.stat()).isFile()) return file
  await file.close()
  throw new BadCommand(`This isn’t a file: ${path}. The list of codes is as it was.`)
}

/** Puts the codes of a file in place of those that are loaded, whole or not at all. @returns what to tell. */
export async function loadIcd10(
  { doors }: Pick<Installation, 'doors'>,
  path: string,
  file: FileHandle,
): Promise<string> {
  const release = releaseOf(basename(path), new Date())
  try {
    const { loaded, before } = await loadCodeList(doors, release, file.createReadStream({ autoClose: false }))
    return [
      `Loaded ${inWords(loaded)}.`,
      before
        ? `${loaded.codes === 1 ? 'It replaces' : 'They replace'} ${inWords(before)}.`
        : 'They are offered in place of the few hundred that come with Dictara.',
      ...(/^\d{4}-/.test(release) ? ['The name of the file tells no year, so the list is named after today.'] : []),
    ].join('\n')
  } catch (error) {
    if (error instanceof BadCodeList)
      throw new BadCommand(`${path} wasn’t loaded. ${error.message}\nThe list of codes is as it was.`)
    throw error
  }
}

/** Which list is loaded, in words. */
export async function describeIcd10({ doors }: Pick<Installation, 'doors'>): Promise<string> {
  const list = await doors.asSystem('describe the ICD-10-CM codes', findLoadedList)
  return list ? `${inWords(list)}.` : 'No list is loaded: the few hundred codes that come with Dictara are offered.'
}
