import { createRoot } from 'react-dom/client'
import { RecorderApp } from './app/recorder-app.tsx'
import './styles/theme.css'
import './styles/controls.css'
import './styles/layout.css'
import './styles/recorder.css'

createRoot(document.getElementById('root')!).render(<RecorderApp />)
