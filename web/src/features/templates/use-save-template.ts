import { call, type CallFailed } from '@dictara/browser/call'
import { sharedRefusals } from '@dictara/contract'
import { type SectionTemplate, templateCalls, templateRefusals } from '@dictara/contract/templates'
import { type InfiniteData, useQueryClient } from '@tanstack/react-query'
import { App, type FormInstance } from 'antd'
import { useState } from 'react'
import { mergeMeanwhile } from '../../ui/changed-meanwhile.tsx'
import type { useAction } from '../../ui/use-action.ts'
import { useRefusal } from '../../ui/use-refusal.ts'
import { sendDeletionOf } from '../collections/index.ts'
import { templateKey } from './template-queries.ts'
import { bodyOf, type TemplateValues, valuesOf } from './template-values.ts'

const fields = {
  labels: {
    templateName: 'Template Name',
    templateDescription: 'Description',
    sectionHeadings: 'The list of headings',
    templateDrivenFlowEnabled: 'Directional Flow',
    global: 'Globally Available',
    exportToOtherAuthors: 'Activate for all users',
    keytophraseEnabled: 'Key to Phrase',
  },
  texts: ['templateName', 'templateDescription'],
}

/**
 * Saves a template. What it is refused for stays until it is sent again; what somebody else has changed meanwhile is brought into the
 * form, and told.
 */
export function useSaveTemplate(
  form: FormInstance<TemplateValues>,
  act: ReturnType<typeof useAction>,
  template: SectionTemplate | undefined,
) {
  const { notification } = App.useApp()
  const client = useQueryClient()
  const [seen, setSeen] = useState(template)
  const [changes, setChanges] = useState<readonly string[]>()
  // TMPL-54 spells it so for what could not be created (sic).
  const refusal = useRefusal(form, 'template', templateRefusals, template ? 'Failed' : 'Failes')

  /** In its place in the lists (TMPL-56). */
  const show = (changed: SectionTemplate) =>
    client.setQueriesData<InfiniteData<readonly SectionTemplate[]>>(
      { queryKey: [...templateKey, 'list'] },
      (list) =>
        list && {
          ...list,
          pages: list.pages.map((page) => page.map((one) => (one.id === changed.id ? changed : one))),
        },
    )

  async function bringIn(id: string) {
    const now = (await call(templateCalls.getTemplate, { params: { id } })).result[0]!
    setChanges(mergeMeanwhile(form, valuesOf(seen), valuesOf(now), fields))
    setSeen(now)
  }

  return {
    seen,
    changes,
    async save(values: TemplateValues) {
      refusal.forget()
      setChanges(undefined)
      let refused: CallFailed | undefined
      const body = bodyOf(values, seen)
      await sendDeletionOf(templateKey, body.templateName)
      const answer = await act.run(
        () =>
          seen
            ? call(templateCalls.updateTemplate, { body: { ...body, id: seen.id, version: seen.version } })
            : call(templateCalls.createTemplate, { body }),
        {
          onRefused(failure) {
            refused = failure
          },
        },
      )
      if (refused && seen && refused.code === sharedRefusals.changedMeanwhile.code)
        await bringIn(seen.id).catch(() => notification.error({ title: 'Failed', description: refused!.message }))
      else if (refused) refusal.tell(refused)
      if (seen && answer?.result[0]) show(answer.result[0])
      return answer?.result[0]
    },
  }
}
