import { call, type CallFailed } from '@dictara/browser/call'
import { inferenceCalls as calls, type InferenceValue } from '@dictara/contract/inference'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { App } from 'antd'
import { useEffect, useRef } from 'react'
import { useAction } from '../../ui/use-action.ts'
import { type FieldDraft, useFieldDrafts } from './use-field-drafts.ts'

const keyOf = (jobId: string) => ['inference', jobId] as const

/** How long to wait before asking whether the present text has been read, in milliseconds: at first, and when it takes long. */
const [askAgainMs, askSeldomMs] = [1500, 15_000]
const soonAsks = 10

interface InferenceParts {
  jobId: string
  isEditable: boolean
  /** False until the note is painted. */
  isWanted: boolean
  /** True while everything on the screen is saved: the note is read anew after each save. */
  isSaved: boolean
}

/** What was read out of an opened note, kept up to date, and what a person does with it. What was entered and not saved is saved on leaving. */
export function useInference({ jobId, isEditable, isWanted, isSaved }: InferenceParts) {
  const { notification } = App.useApp()
  const client = useQueryClient()
  const act = useAction({ refreshes: keyOf(jobId) })
  const asksInVain = useRef(0)
  const query = useQuery({
    queryKey: keyOf(jobId),
    enabled: isWanted,
    async queryFn({ signal }) {
      const { result } = await call(calls.getNoteInference, { params: { id: jobId } }, { signal, handler: 'page' })
      asksInVain.current = result[0]!.isCurrent ? 0 : asksInVain.current + 1
      return result[0]!
    },
    refetchInterval({ state }) {
      if (!state.data || state.data.isCurrent) return false
      return asksInVain.current < soonAsks ? askAgainMs : askSeldomMs
    },
  })
  useEffect(() => {
    if (isSaved) void client.invalidateQueries({ queryKey: keyOf(jobId) })
  }, [client, isSaved, jobId])

  /** Reports why something was not done. */
  const told = (title: string) => ({
    success: false as const,
    onRefused: ({ message }: CallFailed) => notification.error({ title, description: message }),
    onUnanswered: () => notification.error({ title, description: 'The server cannot be reached. Please try again.' }),
  })
  const ofSection = (sectionId: string) => ({ params: { id: jobId, sectionId } })
  const isDone = async (running: Promise<unknown>) => (await running) !== undefined

  // Not `act`, which would drop it while another change is under way.
  const leaving = useAction({ refreshes: keyOf(jobId) })
  const drafts = useFieldDrafts(async ({ sectionId, key, values }: FieldDraft) => {
    const section = query.data?.sections.find((one) => one.sectionId === sectionId)
    if (!section) return 'gone'
    const words = told('Inference Update Failed')
    let isRefused = false
    const onRefused = (failure: CallFailed) => {
      isRefused = true
      words.onRefused(failure)
    }
    const send = () => call(calls.saveInference, { ...ofSection(sectionId), body: values })
    if (await leaving.run(send, { ...words, onRefused })) return 'saved'
    // Where the field can no longer be changed, nobody could correct what is refused.
    const isChangeable = isEditable && section.items.some((item) => item.key === key)
    return isRefused && !isChangeable ? 'gone' : 'failed'
  })

  return {
    ...query,
    ...drafts,
    isEditable,
    isBusy: act.isBusy,
    /** Sets values of fields of a section. @returns whether it was done */
    save: (sectionId: string, values: { key: string; value: InferenceValue }[]) =>
      isDone(
        act.run(
          () => call(calls.saveInference, { ...ofSection(sectionId), body: values }),
          told('Inference Update Failed'),
        ),
      ),
    /** Gives a field back to inference. */
    allowOverwrite: (sectionId: string, key: string) =>
      isDone(
        act.run(
          () => call(calls.allowOverwrite, { ...ofSection(sectionId), body: { key } }),
          told('Edit Flag Update Failed'),
        ),
      ),
    answer: (key: string, answer: 'NOTE_IS_RIGHT' | 'CORRECTED') =>
      isDone(
        act.run(
          () => call(calls.answerQuestion, { params: { id: jobId }, body: { key, answer } }),
          told('Inference Update Failed'),
        ),
      ),
  }
}

export type Inference = ReturnType<typeof useInference>
