import { call } from '@dictara/browser/call'
import { everyone } from '@dictara/contract/roles'
import { type PersonWithFactor, type SignInPolicy, signInPolicyCalls } from '@dictara/contract/sign-in-policy'
import { useQuery } from '@tanstack/react-query'
import { Button, Checkbox, Form, Radio, Skeleton, Typography } from 'antd'
import { useState } from 'react'
import { useUser } from '../../platform/use-user.ts'
import { Failed } from '../../ui/failed.tsx'
import { FormDrawer } from '../../ui/form-drawer.tsx'
import { ListFoot } from '../../ui/list-foot.tsx'
import { ListTable } from '../../ui/list-table.tsx'
import { SettingPage } from '../settings/index.ts'
import { SearchBox } from '../../ui/search-box.tsx'
import { useAction } from '../../ui/use-action.ts'
import { useListQuery } from '../../ui/use-list-query.ts'
import './sign-in-policy.css'

const policyKey = ['sign-in-policy'] as const

type Kind = (typeof everyone)[number]
const kinds: Record<Kind, string> = {
  doctor: 'Doctors',
  transcriptionist: 'Transcriptionists',
  reviewer: 'Reviewers',
  biller: 'Billers',
  admin: 'Admins',
  clinicAdmin: 'Clinic admins',
}
const modes = {
  OFF: ['Off', 'No one can turn it on. People who already use one keep it.'],
  OFFERED: ['Offered', 'Optional: people can turn it on in their profile.'],
  REQUIRED: ['Required', 'People without one must set it up at their next sign-in.'],
} as const

interface Values {
  mode: SignInPolicy['mode']
  requiredTypes: Kind[]
}

function PolicyDrawer({ policy, onClose }: { policy: SignInPolicy; onClose: () => void }) {
  const [mode, setMode] = useState(policy.mode)
  return (
    <FormDrawer<Values>
      title="Second factor"
      name="policy"
      initial={{ mode: policy.mode, requiredTypes: policy.requiredTypes }}
      submit="Save"
      success="Saved"
      firstField="mode"
      send={({ mode, requiredTypes }) =>
        call(signInPolicyCalls.setSignInPolicy, { body: { mode, requiredTypes, version: policy.version } })
      }
      onChange={(changed) => changed.mode && setMode(changed.mode)}
      refreshes={policyKey}
      onClose={onClose}
    >
      <Form.Item name="mode" label="Besides the password, a second factor is">
        <Radio.Group className="policy-modes">
          {(Object.keys(modes) as SignInPolicy['mode'][]).map((one) => (
            <Radio key={one} value={one}>
              {modes[one][0]}
              <span>{modes[one][1]}</span>
            </Radio>
          ))}
        </Radio.Group>
      </Form.Item>
      {mode === 'REQUIRED' && (
        <Form.Item
          name="requiredTypes"
          label="For whom"
          rules={[{ type: 'array', min: 1, message: 'Choose at least one group of people.' }]}
        >
          <Checkbox.Group
            className="policy-kinds"
            options={everyone.map((kind) => ({ value: kind, label: kinds[kind] }))}
          />
        </Form.Item>
      )}
    </FormDrawer>
  )
}

const countOf = ({ people }: SignInPolicy, kind: Kind) =>
  people.find(({ userType }) => userType === kind) ?? { all: 0, withFactor: 0 }

const factorsOf = ({ hasApp, passkeys, recoveryCodesLeft }: PersonWithFactor) =>
  [
    hasApp && 'Authenticator app',
    passkeys > 0 && (passkeys === 1 ? '1 passkey' : `${passkeys} passkeys`),
    `${recoveryCodesLeft} recovery ${recoveryCodesLeft === 1 ? 'code' : 'codes'} left`,
  ]
    .filter(Boolean)
    .join(', ')

/** The people with a second factor, and a control to remove it for a person who lost theirs. */
function PeopleWithFactor() {
  const user = useUser()
  const list = useListQuery(signInPolicyCalls.listPeopleWithFactor, { key: policyKey })
  const act = useAction({ refreshes: policyKey })
  const reset = ({ id, fullName }: PersonWithFactor) =>
    act.run(() => call(signInPolicyCalls.resetFactors, { params: { id } }), {
      confirm: {
        title: `Reset the second factor of ${fullName}?`,
        content:
          'This removes their app, passkeys and recovery codes and signs them out. Make sure it’s really them asking: after this, their password alone signs them in. We’ll email them.',
        okText: 'Reset',
        isDanger: true,
      },
    })
  return (
    <section aria-labelledby="with-factor-heading">
      <div className="policy-head">
        <h2 id="with-factor-heading">People using it</h2>
        <SearchBox label="Search people" value={list.search} onSearch={list.onSearch} />
      </div>
      <Failed of={list} title="Couldn’t load the people" />
      {(list.data !== undefined || !list.isError) && (
        <div aria-busy={list.isFetching}>
          <ListTable
            list={list}
            label="Who has a second factor"
            empty="No one uses a second factor yet."
            columns={[
              {
                title: 'Name',
                sort: 'name',
                isHeading: true,
                width: 3,
                render: ({ fullName }) => <bdi>{fullName}</bdi>,
              },
              { title: 'Role', width: 2, render: ({ userType }) => kinds[userType as Kind].replace(/s$/, '') },
              { title: 'Second factor', width: 4, render: factorsOf },
              {
                title: 'Actions',
                width: 1,
                render: (row) =>
                  row.id === user?.id ? null : (
                    <Button aria-label={`Reset ${row.fullName}`} onClick={() => void reset(row)}>
                      Reset
                    </Button>
                  ),
              },
            ]}
          />
          <ListFoot list={list} />
        </div>
      )}
    </section>
  )
}

/** What a clinic requires of its people besides a password (S32). */
export function SignInPolicyPage() {
  const [isOpen, setOpen] = useState(false)
  const policy = useQuery({
    queryKey: [...policyKey, 'policy'],
    queryFn: async ({ signal }) =>
      (await call(signInPolicyCalls.getSignInPolicy, {}, { signal, handler: 'page' })).result[0]!,
  })
  return (
    <SettingPage title="Sign-in policy">
      <div className="policy">
        <section aria-labelledby="policy-heading">
          <h2 id="policy-heading">Second factor</h2>
          <Failed of={policy} title="Couldn’t load the policy" />
          {policy.isPending && <Skeleton active title={false} paragraph={{ rows: 4 }} />}
          {policy.data && (
            <>
              <div className="policy-head">
                <p>
                  <strong>{modes[policy.data.mode][0]}</strong>
                  {policy.data.mode === 'REQUIRED' &&
                    ` of ${policy.data.requiredTypes.map((kind) => kinds[kind].toLowerCase()).join(', ')}`}
                </p>
                <Button onClick={() => setOpen(true)}>Change</Button>
              </div>
              <Typography.Paragraph type="secondary">{modes[policy.data.mode][1]}</Typography.Paragraph>
              <dl className="policy-counts">
                {everyone.map((kind) => {
                  const { all, withFactor } = countOf(policy.data, kind)
                  return (
                    <div key={kind}>
                      <dt>{kinds[kind]}</dt>
                      <dd>{all === 0 ? 'none' : `${withFactor} of ${all} use one`}</dd>
                    </div>
                  )
                })}
              </dl>
            </>
          )}
        </section>
        {/* Below the loaded content, so that nothing moves. */}
        {!policy.isPending && <PeopleWithFactor />}
      </div>
      {isOpen && policy.data && <PolicyDrawer policy={policy.data} onClose={() => setOpen(false)} />}
    </SettingPage>
  )
}
