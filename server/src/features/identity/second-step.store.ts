import { sql } from 'kysely'
import type { SecondWay } from '@dictara/contract/identity'
import { type Gate, rowOf, type RowOf, rowsOf, valueOf, type Work } from '../../platform/database/index.ts'

/** `countedKey`: the key under which wrong tries are counted. */
export type PendingRow = RowOf<
  'pendingSignIns',
  'handleHash' | 'userId' | 'cookieHash' | 'countedKey' | 'expiresAt'
> & { ip: string }

/** Stores a sign-in that waits for its second step, and takes back the password's counted try. */
export async function insertPending(gate: Gate, row: PendingRow): Promise<void> {
  const { handleHash, userId, cookieHash, countedKey, expiresAt, ip } = row
  await sql`select gate.await_second_step(${handleHash}, ${userId}, ${cookieHash}, ${countedKey}, ${gate.now}, ${expiresAt}, ${ip})`.execute(
    gate.db,
  )
}

/** A counted try of the second step, and what to compare it with. */
export interface SecondStepTry
  extends RowOf<'pendingSignIns', 'userId'>,
    RowOf<'clinics', 'clinicId'>,
    RowOf<'users', 'isEnabled'>,
    RowOf<'signInDelays', 'blockedUntil'> {
  /** Null if there is no authenticator app. */
  sealedSecret: Buffer | null
  mayTry: boolean
  isStopped: boolean
}

/** Counts a try before it is made; undefined if no sign-in waits under this handle in this browser, or its tries are used up. */
export async function beginSecondStep(
  gate: Gate,
  handleHash: Buffer,
  cookieHash: Buffer,
  mostTries: number,
): Promise<SecondStepTry | undefined> {
  return rowOf(
    gate,
    sql`select * from gate.begin_second_step(
    ${handleHash}, ${cookieHash}, ${gate.now}, ${mostTries})`,
  )
}

/** The person whose sign-in waits under a handle in this browser. */
export const findPendingUser = (gate: Gate, handleHash: Buffer, cookieHash: Buffer): Promise<string | null> =>
  valueOf(gate, sql<string | null>`gate.find_second_step(${handleHash}, ${cookieHash}, ${gate.now})`)

/** A correct proof, which the sign-in uses up. */
export type Proof =
  | { way: 'TOTP'; step: number }
  | { way: 'RECOVERY'; codeHash: Buffer }
  | { way: 'PASSKEY'; passkeyId: string; signCount: number }

const columnsOf = (proof: Proof): readonly [SecondWay, number | null, Buffer | null, string | null, number | null] => [
  proof.way,
  proof.way === 'TOTP' ? proof.step : null,
  proof.way === 'RECOVERY' ? proof.codeHash : null,
  proof.way === 'PASSKEY' ? proof.passkeyId : null,
  proof.way === 'PASSKEY' ? proof.signCount : null,
]

/** Opens the session and uses up proof and handle, or does nothing. `USED`: the proof is used up already; `OVER`: the handle is. */
export async function finishPending(
  gate: Gate,
  handleHash: Buffer,
  session: { sessionId: string; ip: string; userAgent: string },
  proof: Proof,
): Promise<'DONE' | 'USED' | 'OVER'> {
  const [way, step, code, passkey, signs] = columnsOf(proof)
  return valueOf(
    gate,
    sql<
      'DONE' | 'USED' | 'OVER'
    >`gate.finish_second_step(${handleHash}, ${gate.now}, ${session.sessionId}, ${session.ip},
      ${session.userAgent}, ${way}, ${step}, ${code}, ${passkey}, ${signs})`,
  )
}

/** Uses up a proof. @returns false when it is used up already */
export async function useFactor(gate: Gate, userId: string, proof: Proof): Promise<boolean> {
  const [way, step, code, passkey, signs] = columnsOf(proof)
  return valueOf(
    gate,
    sql<boolean>`gate.use_factor(${userId}, ${gate.now}, ${way}, ${step}, ${code}, ${passkey}, ${signs})`,
  )
}

export type KnownPasskey = RowOf<
  'passkeys',
  'id' | 'credentialId' | 'publicKey' | 'signCount' | 'transports' | 'clinicId'
> &
  RowOf<'users', 'isEnabled'>

export async function listPasskeysOf(gate: Gate, userId: string): Promise<KnownPasskey[]> {
  return rowsOf(gate, sql`select * from gate.passkeys_of(${userId})`)
}

/** What a challenge is for, and the handle, session or cookie to which it is bound. */
export type ChallengeUse = RowOf<'passkeyChallenges', 'purpose' | 'boundTo'>

export async function keepChallenge(gate: Gate, hash: Buffer, { purpose, boundTo }: ChallengeUse, expiresAt: Date) {
  await sql`select gate.keep_challenge(${hash}, ${purpose}, ${boundTo}, ${gate.now}, ${expiresAt})`.execute(gate.db)
}

/** Uses up a challenge. @returns true when it was for this purpose and caller */
export const takeChallenge = (gate: Gate, hash: Buffer, { purpose, boundTo }: ChallengeUse): Promise<boolean> =>
  valueOf(gate, sql<boolean>`gate.take_challenge(${hash}, ${purpose}, ${boundTo}, ${gate.now})`)

/** The number of a person's unused recovery codes. */
export async function countRecoveryCodesLeft(work: Work, userId: string): Promise<number> {
  const { left } = await work.db
    .selectFrom('recoveryCodes')
    .select(({ fn }) => fn.countAll<number>().as('left'))
    .where(({ and }) => and({ clinicId: work.clinicId, userId, usedAt: null }))
    .executeTakeFirstOrThrow()
  return left
}

/** The sealed secret of a person's authenticator app; null if they have none. */
export const findTotpOf = (gate: Gate, userId: string): Promise<Buffer | null> =>
  valueOf(gate, sql`gate.totp_of(${userId})`)

/** Records that the person proved their identity in this session. */
export async function proveSession(gate: Gate, sessionId: string, by: string, ip: string): Promise<void> {
  await sql`select gate.prove_session(${sessionId}, ${gate.now}, ${by}, ${ip})`.execute(gate.db)
}
