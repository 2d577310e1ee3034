import '../styles.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { notifyError } from '../shared/notifications.ts'
import { startSession } from '../shared/session/lifecycle.ts'
import { initialiseSession } from '../shared/session/session.ts'
import { fetchSessionSchemas } from '../shared/session/session-call.ts'
import { followTheme } from '../shared/theme.ts'
import { App } from './app.tsx'
import { askWhatChatBeginsWith } from './ask-ahead.ts'
import { sayRefusedBefore } from './page-behind.ts'

const root = document.getElementById('root')
if (!root) throw new Error('The page has no #root')

followTheme()
startSession()
window.addEventListener('pageshow', sayRefusedBefore)
window.addEventListener('unhandledrejection', (event) => notifyError(event.reason))
window.addEventListener('error', (event) => {
  if (event.error) notifyError(event.error)
})

createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
)
void initialiseSession()
askWhatChatBeginsWith()
// A failed load is retried by the call that needs it.
void fetchSessionSchemas().catch(() => undefined)
