import { Outlet } from '@tanstack/react-router'
import { type ComponentType, useEffect, useState } from 'react'
import { useNotifications } from '../../shared/notifications.ts'

export function RootLayout() {
  const [Toasts, setToasts] = useState<ComponentType | null>(null)
  const hasNotifications = useNotifications(({ notifications }) => notifications.length > 0)
  // The login page weighs what a sign-in needs: the stack comes right after it, while there is a network to bring it. One that
  // did not come must not take the page along, and is asked for again when there is something to say.
  useEffect(() => {
    void import('../shell/toasts.tsx').then(
      ({ Toasts }) => setToasts(() => Toasts),
      () => undefined,
    )
  }, [hasNotifications])
  return (
    <>
      <Outlet />
      {hasNotifications && Toasts && <Toasts />}
    </>
  )
}
