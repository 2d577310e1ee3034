import { SIGNUP_RETURN_PATH } from '@prosa/contract/rules/signup-return'
import { useLocation } from '@tanstack/react-router'
import { type ComponentType, Suspense } from 'react'
import { isOfferedBeforeSignIn } from '../shared/config/offered-before-sign-in.ts'
import { PATHS } from '../shared/config/paths.ts'
import { FullScreenWait } from '../shared/ui/full-screen-wait.tsx'
import { latePart } from '../shared/ui/late-part.tsx'
import { NotFoundPage } from './not-found-page.tsx'

const [CalendarCallbackPage] = latePart(async () => ({
  default: (await import('./calendar-callback-page.tsx')).CalendarCallbackPage,
}))
const [SignupReturnPage] = latePart(async () => ({ default: (await import('./signup-return-page.tsx')).SignupReturnPage }))
const [Setup] = latePart(async () => ({ default: (await import('../features/onboarding/setup.tsx')).Setup }))

const SetupPage = () => (isOfferedBeforeSignIn('organisation') ? <Setup /> : <NotFoundPage />)

const PAGES: Readonly<Record<string, ComponentType>> = {
  /** First set-up of an installation. */
  '/comecar': SetupPage,
  [PATHS.calendarCallback]: CalendarCallbackPage,
  [SIGNUP_RETURN_PATH]: SignupReturnPage,
}

/** Renders rarely opened pages and the page for unknown addresses. One route for all of them keeps the sign-in page small. */
export function RarePage() {
  const { pathname } = useLocation()
  const Page = PAGES[pathname] ?? NotFoundPage
  return (
    <Suspense fallback={<FullScreenWait />}>
      <Page />
    </Suspense>
  )
}
