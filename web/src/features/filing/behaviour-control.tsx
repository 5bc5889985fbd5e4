import { call } from '@dictara/browser/call'
import { type EhrBehaviour, filingCalls } from '@dictara/contract/filing'
import { Grid, Radio, Typography } from 'antd'
import { useId, useState } from 'react'
import { jobQueries } from '../../platform/query-client.ts'
import { useAction } from '../../ui/use-action.ts'
import './demo-ehr.css'

const behaviours: Record<EhrBehaviour, { label: string; about: string }> = {
  accept: { label: 'Accept', about: 'Accepts every note and completes its job.' },
  refuse: {
    label: 'Refuse',
    about: 'Refuses every note. The job becomes incomplete and shows why; Resubmit tries again.',
  },
  hang: {
    label: 'Hang',
    about:
      'Doesn’t answer. The notes behind it wait. After about a minute the job becomes incomplete; Resubmit tries again.',
  },
  'accept-then-time-out': {
    label: 'Accept, then time out',
    about: 'Files the note but doesn’t answer, so the job becomes incomplete. Resubmit doesn’t file it twice.',
  },
}

/** Sets how the demo EHR of a facility answers from now on (Q192). */
export function BehaviourControl({ facilityId, behaviour }: { facilityId: string; behaviour: EhrBehaviour }) {
  const { md } = Grid.useBreakpoint()
  const act = useAction({ refreshes: jobQueries })
  // Shows the choice until the EHR's actual behaviour is known.
  const [asked, setAsked] = useState<{ from: EhrBehaviour; to: EhrBehaviour }>()
  const nameId = useId()
  const shown = asked?.from === behaviour ? asked.to : behaviour
  async function choose(next: EhrBehaviour) {
    if (act.isBusy) return
    setAsked({ from: behaviour, to: next })
    const send = () => call(filingCalls.setEhrBehaviour, { params: { facilityId }, body: { behaviour: next } })
    if (!(await act.run(send, { success: false }))) setAsked(undefined)
  }
  return (
    <section aria-labelledby={nameId} className="ehr-behaviour">
      <Typography.Title level={2} id={nameId} style={{ fontSize: 16, margin: 0 }}>
        When a note arrives
      </Typography.Title>
      <Radio.Group
        aria-labelledby={nameId}
        name={`behaviour-${facilityId}`}
        optionType={md === false ? 'default' : 'button'}
        buttonStyle="solid"
        vertical={md === false}
        value={shown}
        options={Object.entries(behaviours).map(([value, { label }]) => ({ value, label }))}
        onChange={({ target }) => void choose(target.value as EhrBehaviour)}
      />
      <Typography.Paragraph type="secondary" aria-live="polite" className="ehr-behaviour-about">
        {behaviours[shown].about}
      </Typography.Paragraph>
    </section>
  )
}
