import { ERROR_TOAST_DEDUPE_MS, ERROR_TOAST_MS, NOTIFICATION_DURATION_MS, NOTIFICATIONS_KEPT } from '@prosa/contract/constants'
import { isBeyondRepair } from '@prosa/contract/errors'
import { create } from 'zustand'
import { ApiError, leadsAway } from './api/errors.ts'
import { UNEXPECTED_MESSAGE } from './api/messages.pt-br.ts'

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
  /** Whether screen readers do not announce it, because the screen that shows it is announced. */
  silent?: boolean | undefined
}

/** Subject of a notification, as the key of a query or mutation. A new notification on the same subject replaces the earlier one. */
export type Subject = readonly unknown[]

/** Notification as a caller gives it; missing fields have defaults. An error hides by itself only if it has a duration. */
export type NotificationInput = Partial<Omit<Notification, 'id' | 'type'>> & { about?: Subject | undefined }

const DEFAULT_TITLES: Record<NotificationType, string> = {
  success: 'Sucesso',
  error: 'Erro',
  warning: 'Alerta',
  info: 'Info',
}

/** Time and notification id of each recent error text. Only those inside the deduplication window are stored. */
const saidAt = new Map<string, { at: number; id: string }>()

/** Notification id by hash of the subject. One notification may have several subjects. */
const toldOf = new Map<string, string>()

const textOf = ({ code, title, message }: NotificationInput): string => [code, title, message].join('\n')

/** Returns the id of a notification with this text inside the deduplication window, or undefined. */
function saidJustNow(text: string): string | undefined {
  const now = performance.now()
  for (const [other, { at }] of saidAt) if (now - at >= ERROR_TOAST_DEDUPE_MS) saidAt.delete(other)
  return saidAt.get(text)?.id
}

interface Notifications {
  /** Newest first, at most five: a sixth removes the oldest. */
  notifications: Notification[]
  /** Whether the component that shows notifications is loaded. */
  hasStack: boolean
}

export const useNotifications = create<Notifications>()(() => ({ notifications: [], hasStack: false }))

// Returns a string for a subject. JSON is enough, because each key is built in one place with one property order; the query library's own
// hash would add its code to the sign-in page.
const hashOf = (about: Subject): string => JSON.stringify(about)

const tellsOf = (id: string, about: Subject | undefined) => {
  if (about) toldOf.set(hashOf(about), id)
  return id
}

function add(type: NotificationType, { about, ...input }: NotificationInput): string {
  const text = type === 'error' ? textOf(input) : null
  const told = text && saidJustNow(text)
  if (told && useNotifications.getState().notifications.some(({ id }) => id === told)) return tellsOf(told, about)
  if (about) takeBack(about)
  const id = tellsOf(crypto.randomUUID(), about)
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
    notifications: [notification, ...notifications].slice(0, NOTIFICATIONS_KEPT),
  }))
  if (text) saidAt.set(text, { at: performance.now(), id })
  return id
}

/** Shows a notification and returns its id. An error with the same text as one shown a moment ago is not repeated. */
export const notify = {
  success: (input: NotificationInput) => add('success', input),
  error: (input: NotificationInput) => add('error', input),
  warning: (input: NotificationInput) => add('warning', input),
  info: (input: NotificationInput) => add('info', input),
}

export const dismissNotification = (id: string): void =>
  useNotifications.setState(({ notifications }) => ({ notifications: notifications.filter((one) => one.id !== id) }))

/** Dismisses the notification about a subject that has now succeeded, unless it is also about another subject. */
export function takeBack(about: Subject): void {
  // Called for every response, and there is hardly ever a notification.
  if (toldOf.size === 0) return
  const hash = hashOf(about)
  const id = toldOf.get(hash)
  if (id === undefined || !toldOf.delete(hash)) return
  if (![...toldOf.values()].includes(id)) dismissNotification(id)
}

/**
 * Shows an error, in the caller's words if given. Such a notification stays until its subject succeeds, so it needs one. An error that
 * leads to a page which explains it is not shown (section 8, gap G06).
 */
export function notifyError(error: unknown, told?: NotificationInput & { about: Subject | undefined }): void
export function notifyError(error: unknown, { about, ...ownWords }: NotificationInput = {}): void {
  // A user who closed the confirmation dialog knows why nothing was done.
  if (leadsAway(error) || (error instanceof ApiError && error.code === 'CONFIRMATION_REQUIRED')) return
  if (Object.keys(ownWords).length > 0) {
    notify.error({ ...ownWords, about })
    return
  }
  const { code, message } = error instanceof ApiError ? error : { code: 'UNKNOWN_ERROR', message: UNEXPECTED_MESSAGE }
  const input = { title: DEFAULT_TITLES.error, message, code }
  const told = saidJustNow(textOf(input))
  if (told) return void tellsOf(told, about)
  notify.error({
    ...input,
    about,
    autoHide: !isBeyondRepair(code),
    duration: ERROR_TOAST_MS[code] ?? NOTIFICATION_DURATION_MS,
  })
}

/** Clears all notifications and the deduplication window, as on a newly loaded page. */
export function resetNotifications(): void {
  saidAt.clear()
  toldOf.clear()
  useNotifications.setState({ notifications: [] })
}
