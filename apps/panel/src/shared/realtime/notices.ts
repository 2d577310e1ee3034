import { NOTIFICATION_DURATION_MS } from '@prosa/contract/constants'
import { dismissNotification, type NotificationInput, notify } from '../notifications.ts'
import { REALTIME_TEXTS } from './connection.ts'
import type { Happening } from './phases.ts'

interface Notice extends NotificationInput {
  /** Whether the notification is shown only once per outage. */
  readonly once?: true
}

const NOTICES: Partial<Record<Happening, Notice>> = {
  refuse: { message: REALTIME_TEXTS.refused },
  fail: { message: REALTIME_TEXTS.failing, duration: NOTIFICATION_DURATION_MS, once: true },
  decline: { message: REALTIME_TEXTS.failing, duration: NOTIFICATION_DURATION_MS, once: true },
  spend: { message: REALTIME_TEXTS.gaveUp, once: true },
  stumble: { message: REALTIME_TEXTS.socketError, duration: NOTIFICATION_DURATION_MS },
  miss: { message: REALTIME_TEXTS.setUp },
  breakOff: { message: REALTIME_TEXTS.setUp },
}

/** Notifications shown since the last successful connection. They are dismissed at the next one. */
let said: { readonly id: string; readonly message: string | undefined }[] = []

/** Notifies the user of a change of the connection. */
export const noticeOf = (happening: Happening): void => {
  if (happening === 'stand' || happening === 'stop') {
    for (const { id } of said) dismissNotification(id)
    said = []
  }
  const notice = NOTICES[happening]
  if (!notice) return
  const { once, ...input } = notice
  if (once && said.some(({ message }) => message === input.message)) return
  said.push({ id: notify.error(input), message: input.message })
}
