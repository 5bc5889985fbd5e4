import { Button } from 'antd'
import { Copy } from 'lucide-react'
import { useState } from 'react'

/** The link of an invitation that is not mailed; the inviting person passes it on. */
function InvitationLink({ link }: { link: string }) {
  const [state, setState] = useState<'new' | 'copied' | 'shown'>('new')
  const copy = () =>
    // The clipboard is absent if the page came over plain http from another computer.
    Promise.resolve(navigator.clipboard?.writeText(link) ?? Promise.reject(new Error('no clipboard'))).then(
      () => setState('copied'),
      () => setState('shown'),
    )
  return (
    <div style={{ overflowWrap: 'anywhere' }}>
      <p style={{ marginBlock: 0 }}>No mail server is set up. Send this person their link yourself: it works once.</p>
      {state === 'shown' ? (
        <code>{link}</code>
      ) : (
        <Button size="small" icon={<Copy size={14} aria-hidden />} onClick={() => void copy()}>
          {state === 'copied' ? 'Copied' : 'Copy link'}
        </Button>
      )}
    </div>
  )
}

/** The *Copy link* button in the notice of an invitation, if the answer has a link. */
export function offerLink(answer: object) {
  const { invitationLink } = answer as { invitationLink?: string }
  return invitationLink && <InvitationLink link={invitationLink} />
}
