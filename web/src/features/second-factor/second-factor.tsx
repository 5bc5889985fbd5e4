import { call } from '@dictara/browser/call'
import { shownDay } from '@dictara/browser/moments'
import { factorCalls, type Factors, type Passkey, recoveryCodeCount } from '@dictara/contract/second-factor'
import { Button, Skeleton, Typography } from 'antd'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { paths } from '../../platform/paths.ts'
import { useUser } from '../../platform/use-user.ts'
import { Failed } from '../../ui/failed.tsx'
import { useAction } from '../../ui/use-action.ts'
import { factorKey, useFactors } from './factor-queries.ts'
import { PasskeyDialog } from './passkey-dialog.tsx'
import { RecoveryCodesDialog } from './recovery-codes-dialog.tsx'
import { TotpDialog } from './totp-dialog.tsx'
import './second-factor.css'

type Shown =
  | { dialog: 'totp' | 'passkey' }
  | { dialog: 'rename'; passkey: Passkey }
  | { dialog: 'codes'; codes: string[] }

const Row = ({ title, about, children }: { title: ReactNode; about: ReactNode; children?: ReactNode }) => (
  <li>
    <div>
      <strong>{title}</strong>
      <p>{about}</p>
    </div>
    {children && <div className="second-factor-acts">{children}</div>}
  </li>
)

const usedOf = ({ createdAt, lastUsedAt }: Passkey) =>
  `Added ${shownDay(createdAt)}, ${lastUsedAt ? `last used ${shownDay(lastUsedAt)}` : 'not used yet'}`

/** A person's second factors (S32). */
export function SecondFactor() {
  const user = useUser()
  const factors = useFactors()
  const [shown, setShown] = useState<Shown>()
  const close = () => setShown(undefined)
  const tellCodes = (codes: string[]) => setShown(codes.length > 0 ? { dialog: 'codes', codes } : undefined)
  return (
    <section className="second-factor" aria-labelledby="second-factor-heading">
      <h2 id="second-factor-heading">Second factor</h2>
      <Typography.Paragraph type="secondary">
        Keeps your account safe even if someone learns your password.
        {factors.data?.policy === 'OFF' && ' Your clinic doesn’t offer it.'}
        {user?.userType === 'clinicAdmin' && !user.mustEnrol && (
          <>
            {' '}
            <Link to={paths.signInPolicy}>Your clinic’s policy</Link>
          </>
        )}
      </Typography.Paragraph>
      <Failed of={factors} title="Couldn’t load your second factor" />
      {factors.isPending && <Skeleton active title={false} paragraph={{ rows: 3 }} />}
      {factors.data && <Rows factors={factors.data} show={setShown} tellCodes={tellCodes} />}
      {shown?.dialog === 'totp' && <TotpDialog onDone={tellCodes} onClose={close} />}
      {shown?.dialog === 'passkey' && (
        <PasskeyDialog known={factors.data?.passkeys ?? []} onDone={tellCodes} onClose={close} />
      )}
      {shown?.dialog === 'rename' && (
        <PasskeyDialog
          known={factors.data?.passkeys ?? []}
          renamed={shown.passkey}
          onDone={tellCodes}
          onClose={close}
        />
      )}
      {shown?.dialog === 'codes' && <RecoveryCodesDialog codes={shown.codes} onClose={close} />}
    </section>
  )
}

interface RowsProps {
  factors: Factors
  show: (shown: Shown) => void
  tellCodes: (codes: string[]) => void
}

const lastOne = 'After that, your password alone signs you in.'

function Rows({ factors, show, tellCodes }: RowsProps) {
  const { totpSince, passkeys, recoveryCodesLeft, passkeysPossible } = factors
  const user = useUser()
  const act = useAction({ refreshes: factorKey })
  const count = passkeys.length + (totpSince ? 1 : 0)
  // A person who has a factor, or needs one, may add another.
  const isOff = factors.policy === 'OFF' && count === 0 && !user?.mustEnrol
  const removing = (title: string) => ({
    confirm: {
      title,
      content: count === 1 ? lastOne : 'You can still sign in with the others.',
      okText: 'Remove',
      isDanger: true,
    },
  })
  const renew = async () => {
    const answer = await act.run(() => call(factorCalls.renewRecoveryCodes, {}), {
      confirm: {
        title: 'Make new recovery codes?',
        content: 'The codes you have will stop working.',
        okText: 'Make new codes',
      },
      success: false,
    })
    if (answer) tellCodes(answer.result[0]!.recoveryCodes)
  }
  return (
    <ul className="second-factor-rows">
      <Row
        title="Authenticator app"
        about={totpSince ? `Set up ${shownDay(totpSince)}` : 'A six-digit code from an app on your phone'}
      >
        {totpSince ? (
          <Button
            aria-label="Remove the authenticator app"
            onClick={() =>
              void act.run(() => call(factorCalls.removeTotp, {}), removing('Remove the authenticator app?'))
            }
          >
            Remove
          </Button>
        ) : (
          <Button disabled={isOff} onClick={() => show({ dialog: 'totp' })}>
            Set up
          </Button>
        )}
      </Row>
      <Row
        title="Passkeys"
        about={
          passkeysPossible
            ? 'Sign in with your fingerprint, face, PIN or a security key. You can use it instead of your password.'
            : 'Passkeys need a site with a name and https.'
        }
      >
        <Button disabled={!passkeysPossible || isOff} onClick={() => show({ dialog: 'passkey' })}>
          Add a passkey
        </Button>
      </Row>
      {passkeys.map((passkey) => (
        <Row key={passkey.id} title={<bdi>{passkey.name}</bdi>} about={`Passkey. ${usedOf(passkey)}`}>
          <Button aria-label={`Rename ${passkey.name}`} onClick={() => show({ dialog: 'rename', passkey })}>
            Rename
          </Button>
          <Button
            aria-label={`Remove ${passkey.name}`}
            onClick={() =>
              void act.run(
                () => call(factorCalls.removePasskey, { query: { id: passkey.id } }),
                removing(`Remove the passkey “${passkey.name}”?`),
              )
            }
          >
            Remove
          </Button>
        </Row>
      ))}
      {count > 0 && (
        <Row
          title="Recovery codes"
          about={`${recoveryCodesLeft} of ${recoveryCodeCount} left. Use one when you don’t have your device.`}
        >
          <Button onClick={() => void renew()}>Make new codes</Button>
        </Row>
      )}
    </ul>
  )
}
