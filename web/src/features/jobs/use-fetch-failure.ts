import { failureOf, wordsOfFailure } from '@dictara/browser/call'
import { App } from 'antd'
import { useEffect } from 'react'

/** Shows the name of what failed to load and the server's message. A lost network is only logged (Q170, Q171). */
export function useFetchFailure(title: string, error: Error | null, consequence = '') {
  const { notification } = App.useApp()
  const kind = failureOf(error)?.kind
  const message = kind === 'refused' || kind === 'server' ? wordsOfFailure(error) : null
  useEffect(() => {
    if (message !== null)
      notification.error({ key: title, title, description: [message, consequence].filter(Boolean).join(' ') })
  }, [notification, title, message, consequence])
}
