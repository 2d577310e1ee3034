import { ERROR_TOAST_DEDUPE_MS, ERROR_TOAST_MS, NOTIFICATION_DURATION_MS, NOTIFICATIONS_KEPT } from '@prosa/contract/constants'
import { type ErrorCode, NOT_RECOVERABLE, NOT_SHOWN } from '@prosa/contract/errors'
import { create } from 'zustand'
import { ApiError } from './api/errors.ts'
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
}

/** What a caller says; the rest has defaults. A duration on an error asks for it to hide by itself. */
export type NotificationInput = Partial<Omit<Notification, 'id' | 'type'>>

const DEFAULT_TITLES: Record<NotificationType, string> = {
  success: 'Sucesso',
  error: 'Erro',
  warning: 'Alerta',
  info: 'Info',
}

/** When each error was last said, and in which notification; only what is still inside the window is kept. */
const saidAt = new Map<string, { at: number; id: string }>()

const textOf = ({ code, title, message }: NotificationInput): string => [code, title, message].join('\n')

/** The notification that said this a moment ago. */
function saidJustNow(text: string): string | undefined {
  const now = Date.now()
  for (const [other, { at }] of saidAt) if (now - at >= ERROR_TOAST_DEDUPE_MS) saidAt.delete(other)
  return saidAt.get(text)?.id
}

/** Newest first, at most five: the sixth pushes the oldest out. */
export const useNotifications = create<{ notifications: Notification[] }>()(() => ({ notifications: [] }))

function add(type: NotificationType, input: NotificationInput): string {
  const text = type === 'error' ? textOf(input) : null
  const told = text && saidJustNow(text)
  if (told && useNotifications.getState().notifications.some(({ id }) => id === told)) return told
  const id = crypto.randomUUID()
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
  if (text) saidAt.set(text, { at: Date.now(), id })
  return id
}

/** Tells the person something; answers the notification's id. An error that stands there since a moment ago is not said again. */
export const notify = {
  success: (input: NotificationInput) => add('success', input),
  error: (input: NotificationInput) => add('error', input),
  warning: (input: NotificationInput) => add('warning', input),
  info: (input: NotificationInput) => add('info', input),
}

export const dismissNotification = (id: string): void =>
  useNotifications.setState(({ notifications }) => ({ notifications: notifications.filter((one) => one.id !== id) }))

/** Shows an error that nobody else shows; a session that ended is not one of them (section 8). */
export function notifyError(error: unknown): void {
  const { code, message } = error instanceof ApiError ? error : { code: 'UNKNOWN_ERROR', message: UNEXPECTED_MESSAGE }
  if (NOT_SHOWN.has(code as ErrorCode)) return
  const input = { title: DEFAULT_TITLES.error, message, code }
  if (saidJustNow(textOf(input))) return
  notify.error({
    ...input,
    autoHide: !NOT_RECOVERABLE.has(code as ErrorCode),
    duration: ERROR_TOAST_MS[code] ?? NOTIFICATION_DURATION_MS,
  })
}

/** Forgets every notification and what was said just now, as on a fresh page. */
export function resetNotifications(): void {
  saidAt.clear()
  useNotifications.setState({ notifications: [] })
}
