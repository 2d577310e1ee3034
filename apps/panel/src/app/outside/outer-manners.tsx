import { unreadCounts } from '@prosa/contract/calls/conversations'
import { isLeadRole } from '@prosa/contract/entities/message'
import type { ServerEvent } from '@prosa/contract/events'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useParams, useRouter } from '@tanstack/react-router'
import { Suspense, useEffect, useEffectEvent, useState } from 'react'
import { call } from '../../shared/api/client.ts'
import { useConfirmation } from '../../shared/confirm/ask-for-confirmation.ts'
import { followOtherTabs } from '../../shared/other-tabs.ts'
import { usePreferences } from '../../shared/preferences.ts'
import { followSession } from '../../shared/realtime/follow-session.ts'
import { onServerEvent } from '../../shared/realtime/socket.ts'
import { followAccess } from '../../shared/session/access.ts'
import { useSession } from '../../shared/session/session.ts'
import { latePart, prepareAllParts } from '../../shared/ui/late-part.tsx'
import { AccountNotices } from './account-notices.tsx'
import { playSound, showBrowserNotification } from './call-attention.ts'
import { tellNewAccesses } from './new-access.ts'
import { markPage } from './page-mark.ts'
import { resumeUnsent } from './resume-unsent.ts'
import { SecondStepBanner } from './second-step-banner.tsx'
import { tellLately } from './tell-lately.ts'
import { countConversations, fromCounts, withUpdate } from './unread.ts'

// Whoever is signed out with no network to bring it has the form to come back by.
latePart(async () => ({ default: (await import('../../pages/login-page.tsx')).LoginPage }))

const REFRESH_MS = 60_000
/** Then what people wait for has come. */
const PREPARE_AFTER_MS = 10_000
const NAMELESS = 'Um lead escreveu'

/** Asked for once a minute, in hidden tabs too; between, the events that come anyway keep it right. */
const unreadQuery = queryOptions({
  queryKey: ['unread'],
  queryFn: async ({ signal }) => fromCounts((await call(unreadCounts, { signal })).data.unreadCounts),
  // Whoever has just left is still on their way out of the page.
  enabled: () => useSession.getState().user !== null,
  refetchInterval: REFRESH_MS,
  refetchIntervalInBackground: true,
  meta: { showsOwnError: true },
})

/** Each page brings parts of its own. */
function usePreparedParts(): void {
  const router = useRouter()
  useEffect(() => {
    const leaving = new AbortController()
    let timer: ReturnType<typeof setTimeout> | undefined
    const prepareSoon = () => {
      clearTimeout(timer)
      timer = setTimeout(() => void prepareAllParts(leaving.signal), PREPARE_AFTER_MS)
    }
    prepareSoon()
    const stop = router.subscribe('onResolved', prepareSoon)
    return () => {
      stop()
      clearTimeout(timer)
      leaving.abort()
    }
  }, [router])
}

/** A page that is no longer for this person is left, and nav and menus are as they are now. */
function useAccess(): void {
  const router = useRouter()
  useEffect(() => followAccess(() => void router.invalidate()), [router])
}

const [ConfirmDialog] = latePart(() => import('./confirm-dialog.tsx'))

/**
 * What the panel does outside its own page: real time, title, favicon, sound, notification, what other tabs chose; and what it says and asks
 * above every page.
 */
export default function OuterManners() {
  const client = useQueryClient()
  const navigate = useNavigate()
  const { conversationId: openId } = useParams({ strict: false })
  const isAsked = useConfirmation(({ asked }) => asked !== null)
  const [wasAsked, setWasAsked] = useState(isAsked)
  // It stays from then on: a dialog that leaves gives the focus back to where it was.
  if (isAsked && !wasAsked) setWasAsked(true)
  const { data: count = 0 } = useQuery({ ...unreadQuery, select: countConversations })

  useEffect(followOtherTabs, [])
  usePreparedParts()
  useAccess()
  useEffect(() => markPage(count), [count])
  useEffect(followSession, [])
  useEffect(tellNewAccesses, [])
  useEffect(() => tellLately(client), [client])
  useEffect(() => resumeUnsent(client), [client])

  const hear = useEffectEvent((event: ServerEvent<'conversation_list_updated'>) => {
    client.setQueryData(unreadQuery.queryKey, (held) => held && withUpdate(held, event))
    const { leadId, conversationId, newMessage, lead_name: name } = event
    if (!newMessage || !isLeadRole(newMessage.role)) return
    const isLooking = document.hasFocus() && document.visibilityState === 'visible'
    if (isLooking && conversationId === openId) return
    const { sound, browserNotifications } = usePreferences.getState()
    if (sound) playSound()
    if (browserNotifications && !isLooking && conversationId) {
      showBrowserNotification({
        tag: conversationId,
        name: name || NAMELESS,
        open: () => void navigate({ to: '/chat/$leadId/$conversationId', params: { leadId, conversationId } }),
      })
    }
  })
  useEffect(() => onServerEvent('conversation_list_updated', (event) => hear(event)), [])
  return (
    <>
      <SecondStepBanner />
      <AccountNotices />
      {wasAsked && (
        <Suspense>
          <ConfirmDialog />
        </Suspense>
      )}
    </>
  )
}
