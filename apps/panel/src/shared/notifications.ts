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
  /** A screen reader is told by the place itself. */
  silent?: boolean | undefined
}

/** What a notification tells of, as a query's or a mutation's key: told of anew it takes the place of the one before. */
export type Subject = readonly unknown[]

/** What a caller says; the rest has defaults. A duration on an error asks for it to hide by itself. */
export type NotificationInput = Partial<Omit<Notification, 'id' | 'type'>> & { about?: Subject | undefined }

const DEFAULT_TITLES: Record<NotificationType, string> = {
  success: 'Sucesso',
  error: 'Erro',
  warning: 'Alerta',
  info: 'Info',
}

/** When each error was last said, and in which notification; only what is still inside the window is kept. */
const saidAt = new Map<string, { at: number; id: string }>()

/** Which notification tells of what; one that was said once for several things tells of them all. */
const toldOf = new Map<string, string>()

const textOf = ({ code, title, message }: NotificationInput): string => [code, title, message].join('\n')

/** The notification that said this a moment ago. */
function saidJustNow(text: string): string | undefined {
  const now = performance.now()
  for (const [other, { at }] of saidAt) if (now - at >= ERROR_TOAST_DEDUPE_MS) saidAt.delete(other)
  return saidAt.get(text)?.id
}

interface Notifications {
  /** Newest first, at most five: the sixth pushes the oldest out. */
  notifications: Notification[]
  /** Whether the code that shows them is there. */
  hasStack: boolean
}

export const useNotifications = create<Notifications>()(() => ({ notifications: [], hasStack: false }))

// Keys of one thing are made in one place, in one order; the query library's own hash would come along with the sign-in page.
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

/** Tells the person something; answers the notification's id. An error that stands there since a moment ago is not said again. */
export const notify = {
  success: (input: NotificationInput) => add('success', input),
  error: (input: NotificationInput) => add('error', input),
  warning: (input: NotificationInput) => add('warning', input),
  info: (input: NotificationInput) => add('info', input),
}

export const dismissNotification = (id: string): void =>
  useNotifications.setState(({ notifications }) => ({ notifications: notifications.filter((one) => one.id !== id) }))

/** What was told of has succeeded after all: the notification goes, unless it tells of something else too. */
export function takeBack(about: Subject): void {
  // Every answer of the server comes by here, and hardly ever is anything told of.
  if (toldOf.size === 0) return
  const hash = hashOf(about)
  const id = toldOf.get(hash)
  if (id === undefined || !toldOf.delete(hash)) return
  if (![...toldOf.values()].includes(id)) dismissNotification(id)
}

/**
 * Shows an error, in the words of the place that made the call where it has some: such a notice stays until its subject has
 * succeeded, so it must have one. One that leads to a page which says it is not shown (section 8, gap G06).
 */
export function notifyError(error: unknown, told?: NotificationInput & { about: Subject | undefined }): void
export function notifyError(error: unknown, { about, ...ownWords }: NotificationInput = {}): void {
  // Whoever closed the question of who they are knows why nothing was done.
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

/** Forgets every notification and what was said just now, as on a fresh page. */
export function resetNotifications(): void {
  saidAt.clear()
  toldOf.clear()
  useNotifications.setState({ notifications: [] })
}
