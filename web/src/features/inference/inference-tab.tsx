import { failureOf } from '@dictara/browser/call'
import { noInferenceCodes } from '@dictara/contract/inference'
import { Alert, Skeleton } from 'antd'
import { useEffect, useEffectEvent, useRef } from 'react'
import { Failed } from '../../ui/failed.tsx'
import { Field, type ShowWords } from './field.tsx'
import './inference.css'
import { Questions } from './questions.tsx'
import type { Inference } from './use-inference.ts'

/**
 * The fields that were read from the note, section by section, beside it (INFR-12, INFR-14). Input in progress is saved
 * when this closes.
 */
export function InferenceTab({ inference, onShow }: { inference: Inference; onShow: ShowWords }) {
  const { data } = inference
  const tab = useRef<HTMLDivElement>(null)
  const leave = useEffectEvent(() => void inference.saveDrafts())
  useEffect(() => () => leave(), [])
  const failure = failureOf(inference.error)
  if (failure && noInferenceCodes.includes(failure.code))
    return (
      <Alert
        type="info"
        showIcon
        title="Not in your plan at present"
        description={`${failure.message} An administrator can change or renew the plan under Billing.`}
      />
    )
  if (!data && inference.isError) return <Failed of={inference} title="Inference Fetch Failed" inServersWords />
  if (!data) return <Skeleton active title={false} paragraph={{ rows: 6 }} aria-label="Inference is loading" />
  const sections = data.sections.filter(({ items }) => items.length > 0)
  return (
    <div ref={tab} className="inference" tabIndex={-1} aria-busy={!data.isCurrent}>
      <Failed of={inference} title="Inference Fetch Failed" inServersWords />
      <Questions
        questions={data.questions}
        inference={inference}
        onShow={onShow}
        onAnswer={() => tab.current?.focus({ preventScroll: true })}
      />
      {sections.length === 0 && (
        <p className="inference-none">
          {data.isCurrent ? 'Nothing was found in this note.' : 'The note is being read …'}
        </p>
      )}
      {sections.map((section) => (
        // Not a landmark, because sections may have the same heading, or none.
        <div key={section.sectionId}>
          <h3>{section.heading || 'Section without heading'}</h3>
          {section.items.map((item) => (
            <Field
              key={item.key}
              item={item}
              sectionId={section.sectionId}
              section={section}
              inference={inference}
              onShow={onShow}
            />
          ))}
        </div>
      ))}
      <p className="inference-foot" aria-live="polite">
        {data.isCurrent ? `Read by ${data.engine ?? 'Dictara'}` : 'Reading the latest text …'}
        {data.dropped > 0 && ` · ${data.dropped} left out, not in the note`}
      </p>
    </div>
  )
}
