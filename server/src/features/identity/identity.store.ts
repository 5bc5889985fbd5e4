import { type Selectable, sql } from 'kysely'
import { type Gate, preparedMark, type RowOf, type Tables, valueOf } from '../../platform/database/index.ts'
import type { Application } from '../../platform/http/serve.ts'
import { hashOf } from './tokens.ts'

type Sessions = Selectable<Tables['sessions']>
type Users = Selectable<Tables['users']>

/** A session and its person, as every call reads them (`gate.read_sessions`). */
export interface SessionFacts
  extends Pick<Sessions, 'id' | 'userId' | 'parentId' | 'cookieHash' | 'createdAt' | 'lastActivityAt' | 'endedAt'>,
    Pick<Users, 'clinicId' | 'email' | 'firstName' | 'lastName' | 'fullName' | 'userType' | 'userPrivilege'>,
    Pick<Users, 'isEnabled' | 'superAdmin' | 'facilityAccess' | 'selfReviewEnabled' | 'profilePic'> {
  clinicName: string | null
  demo: boolean
  /** When the person last proved themselves in it; null: never. */
  provedAt: Date | null
  /** They have to set up a second factor before anything else. */
  mustEnrol: boolean
  facilityIds: string[]
  clinicConfigured: boolean
  hl7Integration: boolean
  transcriptionFlow: 'TRANSCRIPTION_ONLY' | 'TRANSCRIPTION_REVIEWER'
}

/** Sessions by their ids, one statement for all; an unknown one is left out. */
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

/** A try to sign in that was counted, and what to compare the password with; nothing is known of an unknown email. */
export interface SignInTry {
  userId: string | null
  passwordHash: string | null
  isEnabled: boolean
  /** Under what the try was counted: the account, or the account on a device that its owner used before. */
  countedKey: Buffer
  mayTry: boolean
  /** No more tries, however long one waits. */
  isStopped: boolean
  blockedUntil: Date | null
  /** By what the person goes on when the password is right; empty: by nothing more. */
  factors: ('TOTP' | 'PASSKEY')[]
}

/** Counts a try before it is made, in one statement: of any number at the same moment no more than five are let through. */
export async function beginSignIn(
  gate: Gate,
  given: { email: string; cookieHash: Buffer; accountKey: Buffer; deviceKey: Buffer },
): Promise<SignInTry> {
  const { rows } = await sql<SignInTry>`select * from gate.begin_sign_in(
    ${given.email}, ${given.cookieHash}, ${given.accountKey}, ${given.deviceKey}, ${gate.now})`.execute(gate.db)
  return rows[0]!
}

/** For a try that was counted and could not be made. */
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

export interface NewSession {
  sessionId: string
  userId: string
  parentId: string | null
  cookieHash: Buffer
  ip: string
  userAgent: string
  clearedDelays: Buffer[]
  /** By what the person proved themselves. */
  provedBy: readonly ('PASSWORD' | 'PASSKEY' | 'KEY' | 'SIGN_UP' | 'DEMO')[]
}

/** Opens a session; of a person who has as many as they may, the one that was idle longest ends (mostSessions). */
export async function insertSession(gate: Gate, session: NewSession) {
  await sql`select gate.open_session(${session.sessionId}, ${session.userId}, ${session.parentId}, ${session.cookieHash},
    ${gate.now}, ${session.ip}, ${session.userAgent}, ${session.clearedDelays}, ${session.provedBy})`.execute(gate.db)
}

/** Whether a person is enabled and has still the password whose hash was seen. */
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

/** Uses up a one-time key in the browser and the application that it is for; anybody else's try leaves it as it is. */
export async function takeHandoffKey(gate: Gate, keyHash: Buffer, cookieHash: Buffer, application: Application | null) {
  const { rows } = await sql<{ sessionId: string } & RowOf<'sessions', 'userId' | 'cookieHash'>>`
    select * from gate.redeem_handoff_key(${keyHash}, ${gate.now}, ${cookieHash}, ${application})`.execute(gate.db)
  return rows[0]
}

type Invited = RowOf<'users', 'email' | 'firstName' | 'lastName'> &
  Record<'userId' | 'clinicId' | 'clinicName', string> &
  Record<'hasPassword' | 'hasFactor', boolean>

export async function findInvitation(gate: Gate, tokenHash: Buffer) {
  const { rows } = await sql<Invited>`
    select * from gate.find_invitation(${tokenHash}, ${gate.now})`.execute(gate.db)
  return rows[0]
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

/** The sealed key of a person's drafts; `fresh` is kept when there was none. */
export const sealedDraftKey = (gate: Gate, userId: string, fresh: Buffer): Promise<Buffer> =>
  valueOf(gate, sql<Buffer>`gate.sealed_draft_key(${userId}, ${fresh})`)

export async function recordAudit(gate: Gate, event: string, userId: string, sessionId: string, ip: string) {
  await sql`select gate.record_audit(${event}, ${gate.now}, ${userId}, ${sessionId}, ${ip})`.execute(gate.db)
}

/** Whether a photo is the one that a person has now, and somebody of their clinic works in the browser of this cookie. */
export async function maySeePhoto(
  gate: Gate,
  { userId, photo }: { userId: string; photo: string },
  cookieSecret: string,
): Promise<boolean> {
  const cookieHash = hashOf(cookieSecret)
  return valueOf(gate, sql<boolean>`gate.may_see_photo(${userId}, ${photo}, ${cookieHash}, ${gate.now})`)
}
