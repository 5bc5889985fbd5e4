import { call } from '@dictara/browser/call'
import { everyone } from '@dictara/contract/roles'
import { type PersonWithFactor, type SignInPolicy, signInPolicyCalls } from '@dictara/contract/second-factor'
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
  OFF: ['Off', 'Nobody is offered one. Who has one already keeps it.'],
  OFFERED: ['Offered', 'Everybody may set one up in their profile.'],
  REQUIRED: ['Required', 'Who has none is asked for one at the next sign-in, before anything else.'],
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
          label="Of whom"
          rules={[{ type: 'array', min: 1, message: 'Please choose of whom.' }]}
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

/** Who has a second factor, and, for who lost theirs, the way to take it. */
function PeopleWithFactor() {
  const user = useUser()
  const list = useListQuery(signInPolicyCalls.listPeopleWithFactor, { key: policyKey })
  const act = useAction({ refreshes: policyKey })
  const reset = ({ id, fullName }: PersonWithFactor) =>
    act.run(() => call(signInPolicyCalls.resetFactors, { params: { id } }), {
      confirm: {
        title: `Reset the second factor of ${fullName}?`,
        content:
          'App, passkeys and recovery codes are removed, and they are signed out. Be sure that it is them who ask: then the password alone signs in. They are told by mail.',
        okText: 'Reset',
        isDanger: true,
      },
    })
  return (
    <section aria-labelledby="with-factor-heading">
      <div className="policy-head">
        <h2 id="with-factor-heading">Who has one</h2>
        <SearchBox label="Search people" value={list.search} onSearch={list.onSearch} />
      </div>
      <Failed of={list} title="The people could not be fetched" />
      {(list.data !== undefined || !list.isError) && (
        <div aria-busy={list.isFetching}>
          <ListTable
            list={list}
            label="Who has a second factor"
            empty="Nobody has a second factor yet."
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

/** What a clinic asks of its people besides a password (S32). */
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
          <Failed of={policy} title="What the clinic asks could not be fetched" />
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
                      <dd>{all === 0 ? 'none' : `${withFactor} of ${all} have one`}</dd>
                    </div>
                  )
                })}
              </dl>
            </>
          )}
        </section>
        {/* Below what is known, so that nothing moves. */}
        {!policy.isPending && <PeopleWithFactor />}
      </div>
      {isOpen && policy.data && <PolicyDrawer policy={policy.data} onClose={() => setOpen(false)} />}
    </SettingPage>
  )
}
