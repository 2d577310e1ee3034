import { MAX_VISIBLE_NOTIFICATIONS } from '@prosa/contract/constants'
import CircleCheck from 'lucide-react/icons/circle-check'
import CircleAlert from 'lucide-react/icons/circle-exclamation-point'
import Info from 'lucide-react/icons/info'
import TriangleAlert from 'lucide-react/icons/triangle-exclamation-point'
import X from 'lucide-react/icons/x'
import { useEffect, useState } from 'react'
import {
  dismissNotification,
  type Notification,
  type NotificationType,
  useNotifications,
} from '../../shared/notifications/notifications.ts'
import { Button } from '../../shared/ui/buttons/button.tsx'
import { IconButton } from '../../shared/ui/buttons/icon-button.tsx'
import { cx } from '../../shared/ui/cx.ts'

const TOAST_STYLES: Record<NotificationType, { Icon: typeof Info; stripeClass: string; iconClass: string }> = {
  success: { Icon: CircleCheck, stripeClass: 'bg-mate', iconClass: 'text-mate' },
  error: { Icon: CircleAlert, stripeClass: 'bg-roma', iconClass: 'text-roma' },
  warning: { Icon: TriangleAlert, stripeClass: 'bg-ipe', iconClass: 'text-ipe' },
  info: { Icon: Info, stripeClass: 'bg-primary', iconClass: 'text-primary' },
}

const PHONE_NUMBER_PATTERN = /(\+?[\d(][\d ()-]{6,18}\d)/

/** Text without line breaks inside phone numbers. */
function PhoneSafeText({ children }: { children: string }) {
  return children.split(PHONE_NUMBER_PATTERN).map((part, index) =>
    index % 2 === 1 ? (
      <span key={index} className="whitespace-nowrap tabular">
        {part}
      </span>
    ) : (
      part
    ),
  )
}

/** Shows one notification. The timer that hides the notification pauses while the user hovers or focuses it (gap G36). */
function Toast({ notification }: { notification: Notification }) {
  const { id, type, title, message, code, action, dismissible, autoHide, duration, silent } = notification
  const [isPaused, setPaused] = useState(false)
  const { Icon, stripeClass, iconClass } = TOAST_STYLES[type]

  useEffect(() => {
    if (!autoHide || isPaused) return
    const timer = setTimeout(() => dismissNotification(id), duration)
    return () => clearTimeout(timer)
  }, [id, autoHide, duration, isPaused])

  return (
    <li
      role={silent ? undefined : type === 'error' ? 'alert' : 'status'}
      onPointerEnter={() => setPaused(true)}
      onPointerLeave={() => setPaused(false)}
      onFocus={() => setPaused(true)}
      onBlur={() => setPaused(false)}
      className="toast pointer-events-auto relative flex gap-3 overflow-hidden rounded-card border border-line bg-surface py-3 pr-2 pl-4 shadow-float"
    >
      <span aria-hidden="true" className={cx('absolute inset-y-0 left-0 w-(--margin-rule)', stripeClass)} />
      <Icon aria-hidden="true" className={cx('mt-0.5 size-4 shrink-0', iconClass)} />
      <div className="min-w-0 flex-1">
        <p className="wrap-anywhere font-semibold text-ui">
          <PhoneSafeText>{title}</PhoneSafeText>
        </p>
        {message && (
          <p className="wrap-anywhere text-ink-2 text-ui">
            <PhoneSafeText>{message}</PhoneSafeText>
          </p>
        )}
        {code && code !== message && <p className="mt-1 text-ink-3 text-meta">{code}</p>}
        {action && (
          <Button
            className="mt-2"
            onClick={() => {
              action.run()
              dismissNotification(id)
            }}
          >
            {action.label}
          </Button>
        )}
      </div>
      {dismissible && (
        <IconButton label="Fechar notificação" className="-my-1" onClick={() => dismissNotification(id)}>
          <X aria-hidden="true" />
        </IconButton>
      )}
    </li>
  )
}

/** Shows the three newest notifications. Dismissing one shows the next older one. */
export function Toasts() {
  const visibleNotifications = useNotifications(({ notifications }) => notifications).slice(0, MAX_VISIBLE_NOTIFICATIONS)
  return (
    <section aria-label="Notificações" className="toasts pointer-events-none fixed right-4 left-4 z-60 sm:left-auto sm:w-96">
      <ol className="flex flex-col gap-2">
        {visibleNotifications.map((notification) => (
          <Toast key={notification.id} notification={notification} />
        ))}
      </ol>
    </section>
  )
}
