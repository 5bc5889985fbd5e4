import { isStorageBlocked, tellStorageBlocked } from '@dictara/browser/storage'
import { showLook } from '@dictara/browser/use-theme'
import { createRoot } from 'react-dom/client'
import { arrive } from './app/arrive.ts'
import { RecorderApp } from './app/recorder-app.tsx'
import '@dictara/browser/theme.css'
import './styles/theme.css'
import './styles/controls.css'
import './styles/layout.css'
import './styles/recorder.css'
import './styles/words.css'

const root = document.getElementById('root')!
if (isStorageBlocked()) tellStorageBlocked(root)
else {
  showLook()
  // Once per page: the key in the address can be redeemed only once, and is removed from the address at once.
  const arriving = arrive()
  createRoot(root).render(<RecorderApp arriving={arriving} />)
}
