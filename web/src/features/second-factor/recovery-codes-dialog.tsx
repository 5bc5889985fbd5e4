import { App, Button, Modal, Typography } from 'antd'
import { Copy, Download } from 'lucide-react'
import { useFocusBack } from '../../ui/use-focus-back.ts'

function download(text: string) {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([text], { type: 'text/plain' }))
  link.download = 'dictara-recovery-codes.txt'
  link.click()
  URL.revokeObjectURL(link.href)
}

/** Recovery codes, shown only this once; only a button closes the dialog. */
export function RecoveryCodesDialog({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const { message } = App.useApp()
  useFocusBack()
  const text = `${codes.join('\n')}\n`
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => message.success('Copied'),
      () => message.error('Couldn’t copy the codes. Please write them down.'),
    )
  return (
    <Modal
      open
      title="Your recovery codes"
      closable={false}
      keyboard={false}
      mask={{ closable: false }}
      footer={[
        <Button key="copy" icon={<Copy size={16} aria-hidden />} onClick={() => void copy()}>
          Copy
        </Button>,
        <Button key="download" icon={<Download size={16} aria-hidden />} onClick={() => download(text)}>
          Download
        </Button>,
        <Button key="kept" type="primary" onClick={onClose}>
          I have kept them
        </Button>,
      ]}
    >
      <Typography.Paragraph>
        Each of them signs you in once, with your password, when your device is not at hand. Keep them where nobody else
        finds them: they are not shown again.
      </Typography.Paragraph>
      <ul className="recovery-codes" aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
    </Modal>
  )
}
