import { hashOf } from './tokens.ts'

/** An email without outer spaces and in lower case. */
export const spelled = (email: string) => email.trim().toLowerCase()

/** Keys for counting failed tries: all tries with the email, or those in one browser that its owner used before. */
export const accountKey = (email: string) => hashOf(spelled(email))
export const deviceKey = (email: string, cookieSecret: string) => hashOf(`${spelled(email)} ${cookieSecret}`)
