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
  /** Where an installation begins. */
  '/comecar': SetupPage,
  [PATHS.calendarCallback]: CalendarCallbackPage,
  [SIGNUP_RETURN_PATH]: SignupReturnPage,
}

/** Whatever address the router does not know: a wrong one, or one that is opened once in a while, and that every sign-in would load. */
export function RarePage() {
  const { pathname } = useLocation()
  const Page = PAGES[pathname] ?? NotFoundPage
  return (
    <Suspense fallback={<FullScreenWait />}>
      <Page />
    </Suspense>
  )
}
