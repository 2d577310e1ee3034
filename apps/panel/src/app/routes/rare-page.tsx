import { useLocation } from '@tanstack/react-router'
import { Suspense } from 'react'
import { PATHS } from '../../shared/config/paths.ts'
import { FullScreenWait } from '../../shared/ui/full-screen-wait.tsx'
import { latePart } from '../../shared/ui/late-part.tsx'
import { NotFoundPage } from './not-found-page.tsx'

const [CalendarCallbackPage] = latePart(async () => ({
  default: (await import('./calendar-callback-page.tsx')).CalendarCallbackPage,
}))
const [SetupPage] = latePart(async () => ({ default: (await import('../../features/onboarding/setup-page.tsx')).SetupPage }))

/** Where an installation begins. */
const SETUP = '/comecar'

/** Whatever address the router does not know: a wrong one, or one that is opened once in a while, and that every sign-in would load. */
export function RarePage() {
  const { pathname } = useLocation()
  const Page = pathname === SETUP ? SetupPage : pathname === PATHS.calendarCallback ? CalendarCallbackPage : NotFoundPage
  return (
    <Suspense fallback={<FullScreenWait />}>
      <Page />
    </Suspense>
  )
}
