import { unreadCounts } from '@prosa/contract/calls/conversations/conversations'
import { isLeadRole } from '@prosa/contract/entities/conversations/message'
import type { ServerEvent } from '@prosa/contract/events'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useParams, useRouter } from '@tanstack/react-router'
import { Suspense, useEffect, useEffectEvent, useState } from 'react'
import { call } from '../shared/api/api-client.ts'
import { useIdentityConfirmation } from '../shared/identity/identity-confirmation.ts'
import { lazyComponent, preloadLazyComponents } from '../shared/lazy-loading/lazy-component.tsx'
import { usePreferences } from '../shared/preferences/preferences.ts'
import { syncPreferencesAcrossTabs } from '../shared/preferences/sync-preferences-across-tabs.ts'
import { bindRealtimeToSession } from '../shared/realtime/bind-realtime-to-session.ts'
import { onServerEvent } from '../shared/realtime/socket.ts'
import { useSession } from '../shared/session/session.ts'
import { watchAccessChanges } from '../shared/session/watch-access-changes.ts'
import { AccountNotices } from './notices/account-notices.tsx'
import { notifyNewSignIns } from './notices/notify-new-sign-ins.ts'
import { registerLazyNotifiers } from './notices/register-lazy-notifiers.ts'
import { SecondStepBanner } from './notices/second-step-banner.tsx'
import { showUnreadBadge } from './notices/unread-badge.ts'
import { countUnreadConversations, toUnreadCounts, updateUnreadCounts } from './notices/unread-counts.ts'
import { playAlertSound, showBrowserNotification } from './notices/user-alerts.ts'
import { resumeUnsentMessages } from './resume-unsent-messages.ts'

// Registers the login page for preloading, so that a user who is signed out while the network is down still sees the form.
lazyComponent(async () => ({ default: (await import('../pages/sign-in/login-page.tsx')).LoginPage }))

const UNREAD_REFRESH_MS = 60_000
/** Delay in milliseconds before lazy components are preloaded. By then the page's own data has usually arrived. */
const PRELOAD_DELAY_MS = 10_000
const UNNAMED_LEAD_TITLE = 'Um lead escreveu'

/** Query for the unread counts of all conversations. Refetched once a minute, even in hidden tabs; events update the counts in between. */
const unreadQuery = queryOptions({
  queryKey: ['unread'],
  queryFn: async ({ signal }) => toUnreadCounts((await call(unreadCounts, { signal })).data.unreadCounts),
  // Disabled after a sign-out, because this component stays mounted for a moment.
  enabled: () => useSession.getState().user !== null,
  refetchInterval: UNREAD_REFRESH_MS,
  refetchIntervalInBackground: true,
  meta: { showsOwnError: true },
})

/** Preloads the lazy components after each navigation, because each page registers its own lazy components. */
function usePreloadedComponents(): void {
  const router = useRouter()
  useEffect(() => {
    const abortController = new AbortController()
    let timer: ReturnType<typeof setTimeout> | undefined
    const schedulePreload = () => {
      clearTimeout(timer)
      timer = setTimeout(() => void preloadLazyComponents(abortController.signal), PRELOAD_DELAY_MS)
    }
    schedulePreload()
    const unsubscribe = router.subscribe('onResolved', schedulePreload)
    return () => {
      unsubscribe()
      clearTimeout(timer)
      abortController.abort()
    }
  }, [router])
}

/**
 * Runs the route guards again when the user's permissions change, so that the user leaves pages that are no longer allowed. This also
 * updates navigation and menus.
 */
function useAccessChanges(): void {
  const router = useRouter()
  useEffect(() => watchAccessChanges(() => void router.invalidate()), [router])
}

const [IdentityConfirmationDialog] = lazyComponent(() => import('./identity-confirmation-dialog.tsx'))

/**
 * Renders and runs what belongs to no single page: real-time connection, tab title, favicon, sound, notifications, preferences changed in
 * other tabs, and dialogs above every page.
 */
export default function AppEffects() {
  const client = useQueryClient()
  const navigate = useNavigate()
  const { conversationId: openId } = useParams({ strict: false })
  const isRequested = useIdentityConfirmation(({ pendingConfirmation }) => pendingConfirmation !== null)
  const [wasRequested, setWasRequested] = useState(isRequested)
  // The dialog stays mounted after its first opening, so that it can return the focus when it closes.
  if (isRequested && !wasRequested) setWasRequested(true)
  const { data: count = 0 } = useQuery({ ...unreadQuery, select: countUnreadConversations })

  useEffect(syncPreferencesAcrossTabs, [])
  usePreloadedComponents()
  useAccessChanges()
  useEffect(() => showUnreadBadge(count), [count])
  useEffect(bindRealtimeToSession, [])
  useEffect(notifyNewSignIns, [])
  useEffect(() => registerLazyNotifiers(client), [client])
  useEffect(() => resumeUnsentMessages(client), [client])

  const handleListUpdate = useEffectEvent((event: ServerEvent<'conversation_list_updated'>) => {
    client.setQueryData(unreadQuery.queryKey, (counts) => counts && updateUnreadCounts(counts, event))
    const { leadId, conversationId, newMessage, lead_name: name } = event
    if (!newMessage || !isLeadRole(newMessage.role)) return
    const isPageActive = document.hasFocus() && document.visibilityState === 'visible'
    if (isPageActive && conversationId === openId) return
    const { sound, browserNotifications } = usePreferences.getState()
    if (sound) playAlertSound()
    if (browserNotifications && !isPageActive && conversationId) {
      showBrowserNotification({
        tag: conversationId,
        name: name || UNNAMED_LEAD_TITLE,
        onClick: () => void navigate({ to: '/chat/$leadId/$conversationId', params: { leadId, conversationId } }),
      })
    }
  })
  useEffect(() => onServerEvent('conversation_list_updated', (event) => handleListUpdate(event)), [])
  return (
    <>
      <SecondStepBanner />
      <AccountNotices />
      {wasRequested && (
        <Suspense>
          <IdentityConfirmationDialog />
        </Suspense>
      )}
    </>
  )
}
