import { Outlet } from '@tanstack/react-router'
import { Toasts } from '../shell/toasts.tsx'

export function RootLayout() {
  return (
    <>
      <Outlet />
      <Toasts />
    </>
  )
}
