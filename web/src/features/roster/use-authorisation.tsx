import { Button, Modal } from 'antd'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { rosterRefusals } from '@dictara/contract/roster'
import { paths } from '../../platform/paths.ts'

/** The question to a person whom the EHR of a facility has not verified (ROST-20 to ROST-23, Q038). */
export function useAuthorisation() {
  const [isAsked, setAsked] = useState(false)
  const navigate = useNavigate()
  return {
    ask: () => setAsked(true),
    /** @returns whether the refusal was this one and has been shown */
    isTold: ({ code }: { code: string }) => {
      const isThis = code === rosterRefusals.notAuthorised.code
      if (isThis) setAsked(true)
      return isThis
    },
    modal: (
      <Modal
        open={isAsked}
        title="Authorization"
        onCancel={() => setAsked(false)}
        footer={
          <Button type="primary" onClick={() => void navigate(paths.dashboard)}>
            Complete Authorisation
          </Button>
        }
      >
        {rosterRefusals.notAuthorised.message}
      </Modal>
    ),
  }
}
