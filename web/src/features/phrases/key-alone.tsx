import { call } from '@dictara/browser/call'
import { phraseCalls } from '@dictara/contract/phrases'
import { Button, Flex, Switch } from 'antd'
import { useId } from 'react'
import { useAction } from '../../ui/use-action.ts'
import { settingsKey, usePhraseSettings } from './phrase-queries.ts'

/** Whether a key said alone inserts its phrase, for the whole clinic. */
export function KeyAlone() {
  const id = useId()
  const settings = usePhraseSettings()
  const act = useAction({ refreshes: settingsKey })
  const save = (keyAlone: boolean) => act.run(() => call(phraseCalls.savePhraseSettings, { body: { keyAlone } }))
  // As high as the switch it replaces, so that the board below does not move.
  if (settings.isError)
    return (
      <Flex gap="small" align="center" className="key-alone" role="alert">
        <span>Couldn’t load the clinic’s setting. {settings.error.message}</span>
        <Button size="small" loading={settings.isFetching} onClick={() => void settings.refetch()}>
          Retry
        </Button>
      </Flex>
    )
  return (
    <Flex gap="small" align="center" className="key-alone">
      <Switch
        id={id}
        size="small"
        checked={settings.data?.keyAlone ?? false}
        loading={settings.isPending || act.isBusy}
        onChange={(is) => void save(is)}
      />
      <label htmlFor={id}>For the whole clinic: a key said on its own inserts its phrase, without “insert”.</label>
    </Flex>
  )
}
