import { call, type CallFailed } from '@dictara/browser/call'
import { inferenceCalls as calls, type InferenceValue } from '@dictara/contract/inference'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { App } from 'antd'
import { useEffect, useRef } from 'react'
import { useAction } from '../../ui/use-action.ts'
import { type FieldDraft, useFieldDrafts } from './use-field-drafts.ts'

const keyOf = (jobId: string) => ['inference', jobId] as const

/**
 * How long to wait before asking again whether the current text has been read, in milliseconds: at first, and if it
 * takes long.
 */
const [askAgainMs, askSeldomMs] = [1500, 15_000]
const soonAsks = 10

interface InferenceParts {
  jobId: string
  isEditable: boolean
  /** False until the note is painted. */
  isWanted: boolean
  /** True while everything on the screen is saved. The note is read again after each save. */
  isSaved: boolean
}

/**
 * The fields that were read from an open note, kept up to date, and the actions on them. Unsaved input is saved when
 * the person leaves.
 */
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

  /** Reports why an action failed. */
  const told = (title: string) => ({
    success: false as const,
    onRefused: ({ message }: CallFailed) => notification.error({ title, description: message }),
    onUnanswered: () => notification.error({ title, description: 'The server cannot be reached. Please try again.' }),
  })
  const ofSection = (sectionId: string) => ({ params: { id: jobId, sectionId } })
  const isDone = async (running: Promise<unknown>) => (await running) !== undefined

  // Do not use `act`, which would drop this while another change is in progress.
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
    // If the field can no longer be changed, nobody could correct a refused value.
    const isChangeable = isEditable && section.items.some((item) => item.key === key)
    return isRefused && !isChangeable ? 'gone' : 'failed'
  })

  return {
    ...query,
    ...drafts,
    isEditable,
    isBusy: act.isBusy,
    /** Sets values of fields of a section. @returns whether they were set */
    save: (sectionId: string, values: { key: string; value: InferenceValue }[]) =>
      isDone(
        act.run(
          () => call(calls.saveInference, { ...ofSection(sectionId), body: values }),
          told('Inference Update Failed'),
        ),
      ),
    /** Discards the person's value, so that inference fills in the field again. */
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
