import { Outlet } from '@tanstack/react-router'
import { type ComponentType, useEffect, useState } from 'react'
import { useNotifications } from '../shared/notifications.ts'

export function RootLayout() {
  const [Toasts, setToasts] = useState<ComponentType | null>(null)
  const count = useNotifications(({ notifications }) => notifications.length)
  // The login page weighs what a sign-in needs: the stack comes right after it, while there is a network to bring it. One that
  // did not come must not take the page along, and is asked for again whenever there is something more to say.
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
