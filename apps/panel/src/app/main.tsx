import '../styles.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { notifyError } from '../shared/notifications/notifications.ts'
import { startThemeSync } from '../shared/preferences/theme.ts'
import { initializeSession } from '../shared/session/session.ts'
import { fetchSessionSchemas } from '../shared/session/session-call.ts'
import { startSessionLifecycle } from '../shared/session/session-lifecycle.ts'
import { App } from './app.tsx'
import { prefetchChatData } from './prefetch-chat-data.ts'
import { notifyStoredAccessDenial } from './routing/previous-page.ts'

const root = document.getElementById('root')
if (!root) throw new Error('The page has no #root')

startThemeSync()
startSessionLifecycle()
window.addEventListener('pageshow', notifyStoredAccessDenial)
window.addEventListener('unhandledrejection', (event) => notifyError(event.reason))
window.addEventListener('error', (event) => {
  if (event.error) notifyError(event.error)
})

createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
)
void initializeSession()
prefetchChatData()
// A failure needs no handling: the request that needs the schemas loads them again.
void fetchSessionSchemas().catch(() => undefined)
