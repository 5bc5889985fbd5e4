import { currentUser, onUserChange } from '@dictara/browser/session'
import { useSyncExternalStore } from 'react'

/** The signed-in person; follows sign-ins and sign-outs in other tabs. */
export const useUser = () => useSyncExternalStore(onUserChange, currentUser)
