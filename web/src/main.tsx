import { createRoot } from 'react-dom/client'
import { RouterProvider } from 'react-router/dom'
import { router } from './app/router.tsx'
import '@dictara/browser/theme.css'

createRoot(document.getElementById('root')!).render(<RouterProvider router={router} />)
