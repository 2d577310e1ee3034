import { NOTIFICATION_DURATION_MS } from '@prosa/contract/constants'
import { dismissNotification, type NotificationInput, notify } from '../notifications/notifications.ts'
import { REALTIME_TEXTS } from './connection.ts'
import type { ConnectionEvent } from './connection-phases.ts'

interface ConnectionNotice extends NotificationInput {
  /** Whether the notification is shown at most once per outage. */
  readonly once?: true
}

const NOTICE_BY_EVENT: Partial<Record<ConnectionEvent, ConnectionNotice>> = {
  refuse: { message: REALTIME_TEXTS.authRejected },
  fail: { message: REALTIME_TEXTS.connectionFailed, duration: NOTIFICATION_DURATION_MS, once: true },
  decline: { message: REALTIME_TEXTS.connectionFailed, duration: NOTIFICATION_DURATION_MS, once: true },
  spend: { message: REALTIME_TEXTS.reconnectFailed, once: true },
  stumble: { message: REALTIME_TEXTS.socketError, duration: NOTIFICATION_DURATION_MS },
  miss: { message: REALTIME_TEXTS.setupFailed },
  breakOff: { message: REALTIME_TEXTS.setupFailed },
}

/** Notifications that were shown since the last successful connection. The next successful connection dismisses them. */
let shownNotices: { readonly id: string; readonly message: string | undefined }[] = []

export const notifyConnectionEvent = (event: ConnectionEvent): void => {
  if (event === 'stand' || event === 'stop') {
    for (const { id } of shownNotices) dismissNotification(id)
    shownNotices = []
  }
  const notice = NOTICE_BY_EVENT[event]
  if (!notice) return
  const { once, ...input } = notice
  if (once && shownNotices.some(({ message }) => message === input.message)) return
  shownNotices.push({ id: notify.error(input), message: input.message })
}
