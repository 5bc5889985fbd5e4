import { App, Button, Flex } from 'antd'
import { useNavigate } from 'react-router'
import { SecondFactor, useFactors } from '../features/second-factor/index.ts'
import { paths } from '../platform/paths.ts'
import { useAction } from '../ui/use-action.ts'
import { useTitle } from '../ui/use-title.ts'
import { endSession } from './end-session.ts'
import './enrol-page.css'
import { renewSession } from '../platform/renew-session.ts'
import { Surroundings } from './surroundings.tsx'
import { useSessionCare } from './use-session-care.ts'
import { useSharedNotices } from './use-shared-notices.tsx'

/** Shown right after sign-in to a person who must set up a second factor. They reach no other page until they have one (S32). */
export const EnrolPage = () => <Surroundings>{() => <Enrol />}</Surroundings>

function Enrol() {
  useTitle('Set up a second factor')
  useSharedNotices(paths.enrol)
  useSessionCare(paths.enrol)
  const navigate = useNavigate()
  const act = useAction()
  const { notification } = App.useApp()
  const { data } = useFactors()
  const isDone = data !== undefined && (data.totpSince !== null || data.passkeys.length > 0)
  async function goOn() {
    await act.run(
      async () => {
        await renewSession()
        return { message: '' }
      },
      { success: false },
    )
    notification.destroy()
    // The sign-in page then sends the person to the page they wanted.
    await navigate(paths.login, { replace: true })
  }
  return (
    <main className="enrol">
      <h1>Set up a second factor</h1>
      <p>
        Your clinic asks for more than a password. Choose one of these; then you go on, and are asked for it when you
        sign in.
      </p>
      <SecondFactor />
      <Flex gap="small" className="enrol-ways">
        <Button type="primary" disabled={!isDone} loading={act.isBusy && { delay: 150 }} onClick={() => void goOn()}>
          Continue
        </Button>
        <Button onClick={() => void endSession()}>Sign out</Button>
      </Flex>
    </main>
  )
}
