import { noteCalls } from '@dictara/contract/notes'
import type { TestClient } from './test-client.ts'

/** Replaces the first section of a note. @returns the answer to the save */
export async function editFirstSection(who: TestClient, jobId: string, value: string) {
  const { result } = await who.call(noteCalls.getSections, { params: { id: jobId } })
  const content = [{ value, type: 'Text' as const, newParagraph: false, count: 0 }]
  const sections = [{ ...result[0]!.sections[0]!, content }]
  return who.call(noteCalls.saveSections, { params: { id: jobId }, body: { sections } })
}
