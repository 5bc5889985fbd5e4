import { call, type CallFailed } from '@dictara/browser/call'
import { type SectionTemplate, templateCalls, templateRefusals } from '@dictara/contract/templates'
import { useQueryClient } from '@tanstack/react-query'
import type { FormInstance } from 'antd'
import { useState } from 'react'
import { mergeMeanwhile, useSeen } from '../../ui/changed-meanwhile.tsx'
import { cut } from '../../ui/cut.tsx'
import type { useAction } from '../../ui/use-action.ts'
import { useRefusal } from '../../ui/use-refusal.ts'
import { useResting } from '../../ui/use-resting.ts'
import { nameMost, sendDeletionOf, showSaved } from '../collections/index.ts'
import { templateKey } from './template-queries.ts'
import { bodyOf, templateFieldNames, type TemplateValues, valuesOf } from './template-values.ts'

/**
 * Saves a template. A refusal stays until it is sent again; changes by somebody else are brought into the form and
 * shown.
 */
export function useSaveTemplate(
  form: FormInstance<TemplateValues>,
  act: ReturnType<typeof useAction>,
  template: SectionTemplate | undefined,
) {
  const client = useQueryClient()
  const { seen, present } = useSeen(template, valuesOf)
  const [changes, setChanges] = useState<readonly string[]>()
  // TMPL-54 spells the message for failed creation this way (sic).
  const refusal = useRefusal(form, 'template', templateRefusals, template ? 'Failed' : 'Failes')

  const resting = useResting(act.isBusy)
  function tell(failure: CallFailed) {
    const now = present(failure)
    if (now) setChanges(mergeMeanwhile(form, valuesOf(seen), now, templateFieldNames))
    else refusal.tell(failure)
  }

  return {
    seen,
    changes,
    async save(values: TemplateValues) {
      refusal.forget()
      setChanges(undefined)
      const body = bodyOf(values, seen)
      const answer = await act.run(
        async () => {
          await sendDeletionOf(templateKey, body.templateName)
          return seen
            ? call(templateCalls.updateTemplate, { body: { ...body, id: seen.id, version: seen.version } })
            : call(templateCalls.createTemplate, { body })
        },
        {
          done: `Template “${cut(body.templateName, nameMost)}” saved`,
          onRefused: (failure) => resting.afterwards(() => tell(failure)),
        },
      )
      if (seen && answer?.result[0]) showSaved(client, templateKey, answer.result[0], seen)
      return answer?.result[0]
    },
  }
}
