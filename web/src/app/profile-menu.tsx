import { sessionUser } from '@dictara/browser/session-user'
import type { StoredUser } from '@dictara/contract/identity'
import { App, Button, Dropdown, Modal, Skeleton } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { useNavigate } from 'react-router'
import { arrived } from '../platform/arrived.ts'
import { paths } from '../platform/paths.ts'
import { loadSiteConfig } from '../platform/site-config.ts'
import { hasUnsavedWork } from '../platform/unsaved-work.ts'
import { Face } from '../ui/face.tsx'
import { endSession } from './end-session.ts'

const PdfViewer = lazy(() =>
  arrived(import('./pdf-viewer.tsx')).then(
    (module) => ({ default: module.PdfViewer }),
    () => ({ default: PdfLink }),
  ),
)

/** Shown when the PDF viewer could not be loaded. */
const PdfLink = ({ file, title }: { file: string; title: string }) => (
  <p role="alert">
    This document cannot be shown here. <a href={file}>Open {title}</a>
  </p>
)

const documents = {
  privacy: { title: 'Privacy Policy', file: '/privacy-policy.pdf' },
  baa: { title: 'Business Associate Agreement', file: '/business-associate-agreement.pdf' },
} as const

interface ProfileMenuProps {
  user: StoredUser
  isDark: boolean
  onToggleTheme: () => void
}

/** The person's menu in the header (SHELL-39 to SHELL-45). */
export function ProfileMenu({ user, isDark, onToggleTheme }: ProfileMenuProps) {
  const { modal, notification } = App.useApp()
  const navigate = useNavigate()
  const [shown, setShown] = useState<keyof typeof documents | null>(null)

  async function contact() {
    try {
      const { contactUrl } = await loadSiteConfig()
      window.open(contactUrl, '_blank', 'noopener')
    } catch {
      notification.error({
        title: 'The server cannot be reached',
        description: 'Check the network, then try again.',
      })
    }
  }
  function signOut() {
    // Unsaved work of this tab or of another one.
    if (!hasUnsavedWork() && !sessionUser()?.unsavedStatus) return void endSession()
    modal.confirm({
      title: 'Unsaved changes',
      content: 'You have unsaved changes to your document.',
      okText: 'Leave',
      cancelText: 'Cancel',
      onOk: () => endSession(),
    })
  }

  return (
    <>
      <Dropdown
        trigger={['click']}
        getPopupContainer={(button) => button.parentElement ?? document.body}
        menu={{
          items: [
            { key: 'profile', label: 'My Profile', onClick: () => void navigate(paths.profile) },
            { key: 'contact', label: 'Contact Us', onClick: () => void contact() },
            { key: 'privacy', label: documents.privacy.title, onClick: () => setShown('privacy') },
            { key: 'baa', label: documents.baa.title, onClick: () => setShown('baa') },
            { type: 'divider' },
            { key: 'look', label: isDark ? 'Switch to light mode' : 'Switch to dark mode', onClick: onToggleTheme },
            { key: 'sign-out', label: 'Sign Out', onClick: signOut },
          ],
        }}
      >
        <Button type="text" aria-label={`Profile of ${user.fullName}`} aria-haspopup="menu" className="profile-button">
          <Face name={user.fullName} photo={user.profilePic} />
          <span className="shell-person">{user.fullName}</span>
        </Button>
      </Dropdown>
      {shown && (
        <Modal open title={documents[shown].title} footer={null} width={720} onCancel={() => setShown(null)}>
          <Suspense fallback={<Skeleton active />}>
            <PdfViewer {...documents[shown]} />
          </Suspense>
        </Modal>
      )}
    </>
  )
}
