import { Outlet } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { useNotifications } from '../../shared/notifications.ts'

// The login page weighs what a sign-in needs; the pages behind it bring the stack along.
const Toasts = lazy(async () => ({ default: (await import('../shell/toasts.tsx')).Toasts }))

export function RootLayout() {
  const hasNotifications = useNotifications(({ notifications }) => notifications.length > 0)
  return (
    <>
      <Outlet />
      <Suspense>{hasNotifications && <Toasts />}</Suspense>
    </>
  )
}
