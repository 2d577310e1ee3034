import { Outlet } from '@tanstack/react-router'
import { type ComponentType, useEffect, useState } from 'react'
import { useNotifications } from '../shared/notifications/notifications.ts'

export function RootLayout() {
  const [Toasts, setToasts] = useState<ComponentType | null>(null)
  const count = useNotifications(({ notifications }) => notifications.length)
  // Loads the notifications after the login page, to keep that page small. If the load fails, it is retried at the next notification.
  useEffect(() => {
    if (Toasts) return
    void import('./shell/toasts.tsx').then(
      ({ Toasts }) => {
        setToasts(() => Toasts)
        useNotifications.setState({ hasStack: true })
      },
      () => undefined,
    )
  }, [Toasts, count])
  return (
    <>
      <Outlet />
      {count > 0 && Toasts && <Toasts />}
    </>
  )
}
