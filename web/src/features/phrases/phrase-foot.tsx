import type { CannedText } from '@dictara/contract/phrases'
import { Button, Flex } from 'antd'

interface PhraseFootProps {
  item: CannedText | undefined
  /** Id of the form that Submit and Save send. */
  form: string
  isBusy: boolean
  isChanged: boolean
  onCancel: () => void
  onActivate: () => void
  onPutAside: () => void
  onDelete: () => void
}

/**
 * The actions on a phrase (K2P-16, K2P-44). A received phrase in use must be put aside before it can be deleted (Q066).
 */
export function PhraseFoot({ item, form, isBusy, isChanged, ...on }: PhraseFootProps) {
  const send = { type: 'primary', htmlType: 'submit', form, loading: isBusy && { delay: 150 } } as const
  if (!item)
    return (
      <Flex gap="small" justify="end" wrap>
        <Button disabled={isBusy} onClick={on.onCancel}>
          Cancel
        </Button>
        <Button {...send}>Submit</Button>
      </Flex>
    )
  return (
    <Flex gap="small" justify="space-between" wrap>
      {item.editable || !item.active ? (
        <Button danger disabled={isBusy} onClick={on.onDelete}>
          Delete
        </Button>
      ) : (
        <span />
      )}
      <Flex gap="small" justify="end" wrap>
        <Button disabled={isBusy} onClick={on.onCancel}>
          Close
        </Button>
        {item.active ? (
          <Button disabled={isBusy} onClick={on.onPutAside}>
            Remove from Active List
          </Button>
        ) : (
          <Button disabled={isBusy} onClick={on.onActivate}>
            Add to Active List
          </Button>
        )}
        {item.editable && (
          <Button {...send} disabled={!isChanged}>
            Save
          </Button>
        )}
      </Flex>
    </Flex>
  )
}
