import { Alert, Button, Flex, Modal } from 'antd'
import { whileSending } from '../../ui/use-question.ts'

interface ConflictModalProps {
  /** Names that the person already has. */
  names: readonly string[]
  isSending: boolean
  onChange: () => void
  onSkip: () => void
  onReplace: () => void
}

/** Asks what to do if items to copy have names that already exist (K2P-20, K2P-37). */
export const ConflictModal = ({ names, isSending, onChange, onSkip, onReplace }: ConflictModalProps) => (
  <Modal
    open
    title="You already have some of these"
    onCancel={onChange}
    {...whileSending(isSending)}
    footer={
      <Flex gap="small" justify="end" wrap>
        <Button disabled={isSending} onClick={onChange}>
          Change selection
        </Button>
        <Button disabled={isSending} onClick={onSkip}>
          Skip those
        </Button>
        <Button danger disabled={isSending} onClick={onReplace}>
          Replace those
        </Button>
      </Flex>
    }
  >
    <ul className="conflict-names">
      {names.map((name) => (
        <li key={name}>{name}</li>
      ))}
    </ul>
    <Alert
      type="warning"
      showIcon
      title="Replacing will permanently remove those key-to-phrases from your Collection"
    />
  </Modal>
)
