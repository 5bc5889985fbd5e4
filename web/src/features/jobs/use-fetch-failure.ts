import { failureOf, wordsOfFailure } from '@dictara/browser/call'
import { App } from 'antd'
import { useEffect } from 'react'

/** Tells what could not be fetched by its name and in the server's words; a lost network is only logged (Q170, Q171). */
export function useFetchFailure(title: string, error: Error | null, consequence = '') {
  const { notification } = App.useApp()
  const kind = failureOf(error)?.kind
  const message = kind === 'refused' || kind === 'server' ? wordsOfFailure(error) : null
  useEffect(() => {
    if (message !== null)
      notification.error({ key: title, title, description: [message, consequence].filter(Boolean).join(' ') })
  }, [notification, title, message, consequence])
}
