import {
  ERROR_TOAST_DEDUPE_MS,
  MAX_STORED_NOTIFICATIONS,
  NOTIFICATION_DURATION_MS,
  TOAST_MS_BY_ERROR_CODE,
} from '@prosa/contract/constants'
import { isPermanentError } from '@prosa/contract/errors'
import { create } from 'zustand'
import { ApiError, isAuthRedirectError } from '../api/errors.ts'
import { UNEXPECTED_ERROR_MESSAGE } from '../api/messages.pt-br.ts'

export type NotificationType = 'success' | 'error' | 'warning' | 'info'

export interface Notification {
  id: string
  type: NotificationType
  title: string
  message?: string | undefined
  code?: string | undefined
  action?: { label: string; run: () => void } | undefined
  dismissible: boolean
  autoHide: boolean
  duration: number
  /** Whether screen readers ignore the notification, because they announce the same text on the screen itself. */
  silent?: boolean | undefined
}

/**
 * Subject of a notification, for example the key of a query or mutation. A new notification replaces the earlier one with the same subject.
 */
export type NotificationSubject = readonly unknown[]

/** Notification to show; missing fields have defaults. An error hides by itself only if `duration` is set. */
export type NotificationInput = Partial<Omit<Notification, 'id' | 'type'>> & { subject?: NotificationSubject | undefined }

const DEFAULT_TITLES: Record<NotificationType, string> = {
  success: 'Sucesso',
  error: 'Erro',
  warning: 'Alerta',
  info: 'Info',
}

/** Time and notification id of each recent error text, for the duration of the deduplication window. */
const recentErrors = new Map<string, { shownAtMs: number; id: string }>()

/** Notification id by serialised subject. One notification may have several subjects. */
const notificationIdBySubject = new Map<string, string>()

const getNotificationText = ({ code, title, message }: NotificationInput): string => [code, title, message].join('\n')

/** Returns the id of the error notification with this text in the deduplication window, or undefined. */
function findRecentNotificationId(text: string): string | undefined {
  const now = performance.now()
  for (const [otherText, { shownAtMs }] of recentErrors)
    if (now - shownAtMs >= ERROR_TOAST_DEDUPE_MS) recentErrors.delete(otherText)
  return recentErrors.get(text)?.id
}

interface NotificationState {
  /** Notifications, newest first. At most five: a sixth removes the oldest. */
  notifications: Notification[]
  /** Whether the code of the component that renders notifications is loaded. */
  hasStack: boolean
}

export const useNotifications = create<NotificationState>()(() => ({ notifications: [], hasStack: false }))

// Serialises a subject. JSON is sufficient, because each key is created in one place and always has the same property order. The query
// library's own hash function would add code to the sign-in page.
const hashSubject = (subject: NotificationSubject): string => JSON.stringify(subject)

const recordSubject = (id: string, subject: NotificationSubject | undefined) => {
  if (subject) notificationIdBySubject.set(hashSubject(subject), id)
  return id
}

function addNotification(type: NotificationType, { subject, ...input }: NotificationInput): string {
  const text = type === 'error' ? getNotificationText(input) : null
  const recentId = text && findRecentNotificationId(text)
  if (recentId && useNotifications.getState().notifications.some(({ id }) => id === recentId))
    return recordSubject(recentId, subject)
  if (subject) dismissNotificationAbout(subject)
  const id = recordSubject(crypto.randomUUID(), subject)
  const notification: Notification = {
    title: DEFAULT_TITLES[type],
    dismissible: true,
    autoHide: type !== 'error' || input.duration !== undefined,
    duration: NOTIFICATION_DURATION_MS,
    ...input,
    id,
    type,
  }
  useNotifications.setState(({ notifications }) => ({
    notifications: [notification, ...notifications].slice(0, MAX_STORED_NOTIFICATIONS),
  }))
  if (text) recentErrors.set(text, { shownAtMs: performance.now(), id })
  return id
}

/** Shows a notification and returns its id. Does not show an error again if a notification with the same text is still shown. */
export const notify = {
  success: (input: NotificationInput) => addNotification('success', input),
  error: (input: NotificationInput) => addNotification('error', input),
  warning: (input: NotificationInput) => addNotification('warning', input),
  info: (input: NotificationInput) => addNotification('info', input),
}

export const dismissNotification = (id: string): void =>
  useNotifications.setState(({ notifications }) => ({
    notifications: notifications.filter((notification) => notification.id !== id),
  }))

/** Dismisses the notification about a subject that has now succeeded, unless it is also about another subject. */
export function dismissNotificationAbout(subject: NotificationSubject): void {
  // Returns early, because this function runs after every response and there is rarely a notification.
  if (notificationIdBySubject.size === 0) return
  const hash = hashSubject(subject)
  const id = notificationIdBySubject.get(hash)
  if (id === undefined || !notificationIdBySubject.delete(hash)) return
  if (![...notificationIdBySubject.values()].includes(id)) dismissNotification(id)
}

/**
 * Shows an error notification, with the caller's own texts if given. With such texts the notification stays until its `subject` succeeds,
 * so `subject` is required then. Errors that redirect to an explaining page are not shown (section 8, gap G06).
 */
export function notifyError(error: unknown, recentId?: NotificationInput & { subject: NotificationSubject | undefined }): void
export function notifyError(error: unknown, { subject, ...ownTexts }: NotificationInput = {}): void {
  // CONFIRMATION_REQUIRED: the user closed the identity dialog and therefore needs no message.
  if (isAuthRedirectError(error) || (error instanceof ApiError && error.code === 'CONFIRMATION_REQUIRED')) return
  if (Object.keys(ownTexts).length > 0) {
    notify.error({ ...ownTexts, subject })
    return
  }
  const { code, message } = error instanceof ApiError ? error : { code: 'UNKNOWN_ERROR', message: UNEXPECTED_ERROR_MESSAGE }
  const input = { title: DEFAULT_TITLES.error, message, code }
  const recentId = findRecentNotificationId(getNotificationText(input))
  if (recentId) return void recordSubject(recentId, subject)
  notify.error({
    ...input,
    subject,
    autoHide: !isPermanentError(code),
    duration: TOAST_MS_BY_ERROR_CODE[code] ?? NOTIFICATION_DURATION_MS,
  })
}

/** Removes all notifications and forgets recent errors, as on a newly loaded page. */
export function resetNotifications(): void {
  recentErrors.clear()
  notificationIdBySubject.clear()
  useNotifications.setState({ notifications: [] })
}
