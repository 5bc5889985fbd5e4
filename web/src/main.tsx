import { isStorageBlocked, tellStorageBlocked } from '@dictara/browser/storage'
import { showLook } from '@dictara/browser/use-theme'
import { createRoot } from 'react-dom/client'
import { RouterProvider } from 'react-router/dom'
import { router } from './app/router.tsx'
import '@dictara/browser/theme.css'

const root = document.getElementById('root')!
if (isStorageBlocked()) tellStorageBlocked(root)
else {
  showLook()
  createRoot(root).render(<RouterProvider router={router} />)
}
