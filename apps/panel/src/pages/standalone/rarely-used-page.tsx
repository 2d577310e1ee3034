import { SIGNUP_RETURN_PATH } from '@prosa/contract/rules/whatsapp/signup-return'
import { useLocation } from '@tanstack/react-router'
import { type ComponentType, Suspense } from 'react'
import { hasCapabilityBeforeSignIn } from '../../shared/config/capabilities-before-sign-in.ts'
import { PATHS } from '../../shared/config/paths.ts'
import { lazyComponent } from '../../shared/lazy-loading/lazy-component.tsx'
import { FullScreenSpinner } from '../../shared/ui/feedback/full-screen-spinner.tsx'
import { NotFoundPage } from './not-found-page.tsx'

const [CalendarCallbackPage] = lazyComponent(async () => ({
  default: (await import('./calendar-callback-page.tsx')).CalendarCallbackPage,
}))
const [SignupReturnPage] = lazyComponent(async () => ({ default: (await import('./signup-return-page.tsx')).SignupReturnPage }))
const [InstallationSetup] = lazyComponent(async () => ({
  default: (await import('../../features/onboarding/installation-setup.tsx')).InstallationSetup,
}))

const SetupPage = () => (hasCapabilityBeforeSignIn('organisation') ? <InstallationSetup /> : <NotFoundPage />)

const PAGE_BY_PATH: Readonly<Record<string, ComponentType>> = {
  /** First set-up of an installation. */
  '/comecar': SetupPage,
  [PATHS.calendarCallback]: CalendarCallbackPage,
  [SIGNUP_RETURN_PATH]: SignupReturnPage,
}

/** Renders pages that are rarely opened, and the not-found page for unknown paths. They share one route to keep the sign-in page small. */
export function RarelyUsedPage() {
  const { pathname } = useLocation()
  const Page = PAGE_BY_PATH[pathname] ?? NotFoundPage
  return (
    <Suspense fallback={<FullScreenSpinner />}>
      <Page />
    </Suspense>
  )
}
