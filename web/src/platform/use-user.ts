import { currentUser, onUserChange } from '@dictara/browser/session'
import { useSyncExternalStore } from 'react'

/** The signed-in person, also when another tab signs in or out. */
export const useUser = () => useSyncExternalStore(onUserChange, currentUser)
