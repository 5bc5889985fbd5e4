import { hashOf } from './tokens.ts'

/** An email as people mean it, however they type it. */
export const spelled = (email: string) => email.trim().toLowerCase()

/** Under what failed tries are counted: all that use the email, or those of one browser that its owner used before. */
export const accountKey = (email: string) => hashOf(spelled(email))
export const deviceKey = (email: string, cookieSecret: string) => hashOf(`${spelled(email)} ${cookieSecret}`)
