import { sql } from 'kysely'
import { type Gate, preparedMark, rowOf, type RowOf, valueOf } from '../../platform/database/index.ts'
import type { Application } from '../../platform/http/serve.ts'
import { hashOf } from './tokens.ts'

/**
 * A session and its person, which every call reads (`gate.read_sessions`). `provedAt`: when the person last proved their identity
 * in this session; null if never.
 */
export interface SessionFacts
  extends RowOf<'sessions', 'id' | 'userId' | 'parentId' | 'cookieHash' | 'createdAt' | 'lastActivityAt' | 'endedAt'>,
    RowOf<'sessions', 'provedAt'>,
    RowOf<'users', 'clinicId' | 'email' | 'firstName' | 'lastName' | 'fullName' | 'userType' | 'userPrivilege'>,
    RowOf<'users', 'isEnabled' | 'superAdmin' | 'facilityAccess' | 'selfReviewEnabled' | 'profilePic'>,
    RowOf<'clinics', 'demo'>,
    RowOf<'facilities', 'hl7Integration' | 'transcriptionFlow'> {
  clinicName: string | null
  /** The person must set up a second factor before anything else. */
  mustEnrol: boolean
  facilityIds: string[]
  clinicConfigured: boolean
}

/** Reads sessions by their ids in one statement. Leaves out unknown ones. */
export async function readSessions(gate: Gate, ids: readonly string[]): Promise<ReadonlyMap<string, SessionFacts>> {
  const { rows } = await sql<SessionFacts>`${sql.raw(preparedMark)} select * from gate.read_sessions(${ids})`.execute(
    gate.db,
  )
  return new Map(rows.map((row) => [row.id, row]))
}

export const findSession = async (gate: Gate, id: string) => (await readSessions(gate, [id])).get(id)

/** Moves the idle clock of a session and of its parent. */
export async function touchSession(gate: Gate, id: string) {
  await sql`select gate.touch_session(${id}, ${gate.now})`.execute(gate.db)
}

/** A counted try to sign in, and what to compare the password with. For an unknown email there is no user and no hash. */
export interface SignInTry extends RowOf<'users', 'passwordHash' | 'isEnabled'>, RowOf<'signInDelays', 'blockedUntil'> {
  userId: string | null
  /** The key under which the try was counted: the account, or the account on a device that its owner used before. */
  countedKey: Buffer
  mayTry: boolean
  /** No more tries are allowed, however long one waits. */
  isStopped: boolean
  /** The second factors to choose from when the password is right; empty if there are none. */
  factors: ('TOTP' | 'PASSKEY')[]
}

/** Counts a try before it is made, in one statement, so that of any number of concurrent tries at most five are let through. */
export async function beginSignIn(
  gate: Gate,
  given: { email: string; cookieHash: Buffer; accountKey: Buffer; deviceKey: Buffer },
): Promise<SignInTry> {
  return rowOf(
    gate,
    sql`select * from gate.begin_sign_in(
    ${given.email}, ${given.cookieHash}, ${given.accountKey}, ${given.deviceKey}, ${gate.now})`,
  )
}

/** Takes back a counted try that could not be made. */
export async function takeBackSignIn(gate: Gate, countedKey: Buffer) {
  await sql`select gate.take_back_sign_in(${countedKey})`.execute(gate.db)
}

export async function forgetFailedSignIns(gate: Gate, keys: readonly Buffer[]) {
  await sql`select gate.forget_failed_sign_ins(${keys})`.execute(gate.db)
}

export async function recordFailedSignIn(
  gate: Gate,
  facts: { sessionId: string; userId: string | null; cookieHash: Buffer; ip: string; userAgent: string },
) {
  await sql`select gate.record_failed_sign_in(${facts.sessionId}, ${facts.userId}, ${facts.cookieHash}, ${gate.now}, ${facts.ip}, ${facts.userAgent})`.execute(
    gate.db,
  )
}

export interface NewSession extends RowOf<'sessions', 'userId' | 'parentId' | 'cookieHash'> {
  sessionId: string
  ip: string
  userAgent: string
  clearedDelays: Buffer[]
  /** How the person proved their identity. */
  provedBy: readonly ('PASSWORD' | 'PASSKEY' | 'KEY' | 'SIGN_UP' | 'DEMO')[]
}

/** Opens a session. If the person already has the most allowed (mostSessions), ends the one that was idle longest. */
export async function insertSession(gate: Gate, session: NewSession) {
  await sql`select gate.open_session(${session.sessionId}, ${session.userId}, ${session.parentId}, ${session.cookieHash},
    ${gate.now}, ${session.ip}, ${session.userAgent}, ${session.clearedDelays}, ${session.provedBy})`.execute(gate.db)
}

/** True when the person is enabled and their password hash is still `seenHash`. */
export const isSignInOf = (gate: Gate, userId: string, seenHash: string): Promise<boolean> =>
  valueOf(gate, sql<boolean>`gate.is_sign_in_of(${userId}, ${seenHash})`)

export async function endSession(gate: Gate, sessionId: string, reason: string) {
  await sql`select gate.end_session(${sessionId}, ${gate.now}, ${reason})`.execute(gate.db)
}

export async function insertHandoffKey(
  gate: Gate,
  key: { hash: Buffer; sessionId: string; expiresAt: Date; audience: Application | null },
) {
  await sql`select gate.issue_handoff_key(${key.hash}, ${key.sessionId}, ${key.expiresAt}, ${key.audience})`.execute(
    gate.db,
  )
}

type RedeemedKey = RowOf<'handoffKeys', 'sessionId'> & RowOf<'sessions', 'userId' | 'cookieHash'>

/** Uses up a one-time key in the browser and application that it is for. Other tries leave it unused. */
export async function takeHandoffKey(
  gate: Gate,
  keyHash: Buffer,
  cookieHash: Buffer,
  application: Application | null,
): Promise<RedeemedKey | undefined> {
  return rowOf(gate, sql`select * from gate.redeem_handoff_key(${keyHash}, ${gate.now}, ${cookieHash}, ${application})`)
}

type Invited = RowOf<'users', 'email' | 'firstName' | 'lastName'> &
  RowOf<'invitations', 'userId' | 'clinicId'> & { clinicName: string } & Record<'hasPassword' | 'hasFactor', boolean>

export async function findInvitation(gate: Gate, tokenHash: Buffer): Promise<Invited | undefined> {
  return rowOf(gate, sql`select * from gate.find_invitation(${tokenHash}, ${gate.now})`)
}

export const useInvitation = (
  gate: Pick<Gate, 'db' | 'now'>,
  tokenHash: Buffer,
  { passwordHash, isShort }: { passwordHash: string; isShort: boolean },
): Promise<string | null> =>
  valueOf(gate, sql<string | null>`gate.use_invitation(${tokenHash}, ${gate.now}, ${passwordHash}, ${isShort})`)

export async function updatePasswordHash(gate: Gate, userId: string, passwordHash: string) {
  await sql`select gate.rehash_password(${userId}, ${passwordHash})`.execute(gate.db)
}

/** The sealed key of a person's drafts. Stores `fresh` if there is none yet. */
export const sealedDraftKey = (gate: Gate, userId: string, fresh: Buffer): Promise<Buffer> =>
  valueOf(gate, sql`gate.sealed_draft_key(${userId}, ${fresh})`)

export async function recordAudit(gate: Gate, event: string, userId: string, sessionId: string, ip: string) {
  await sql`select gate.record_audit(${event}, ${gate.now}, ${userId}, ${sessionId}, ${ip})`.execute(gate.db)
}

/** True when it is the person's present photo and somebody of their clinic is signed in in the browser with this cookie. */
export async function maySeePhoto(
  gate: Gate,
  { userId, photo }: { userId: string; photo: string },
  cookieSecret: string,
): Promise<boolean> {
  const cookieHash = hashOf(cookieSecret)
  return valueOf(gate, sql<boolean>`gate.may_see_photo(${userId}, ${photo}, ${cookieHash}, ${gate.now})`)
}
