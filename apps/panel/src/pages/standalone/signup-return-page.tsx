import { Link, Navigate, useRouter } from '@tanstack/react-router'
import { SignupReturn } from '../../features/channels/signup/signup-return.tsx'
import { PATHS } from '../../shared/config/paths.ts'
import { useSession } from '../../shared/session/session.ts'
import { getButtonClass } from '../../shared/ui/buttons/button.tsx'
import { NotFoundPage } from './not-found-page.tsx'
import { StandalonePage } from './standalone-page.tsx'

/**
 * Page to which Meta's sign-up of a WhatsApp number redirects. A signed-out user first signs in and then returns here with the same query
 * parameters.
 */
export function SignupReturnPage() {
  const { latestLocation } = useRouter()
  const isAuthenticated = useSession((state) => state.isAuthenticated)
  const isOffered = useSession(({ user }) => user?.capabilities?.includes('signup') === true)
  if (!isAuthenticated) return <Navigate to={PATHS.login} search={{ next: latestLocation.href }} replace />
  if (!isOffered) return <NotFoundPage />
  return (
    <StandalonePage
      title="Conectar WhatsApp"
      actions={
        <Link to={PATHS.organisation} params={{ page: 'numeros' }} className={getButtonClass()}>
          Ver os números
        </Link>
      }
    >
      <title>Conectar WhatsApp · Prosa</title>
      <SignupReturn />
    </StandalonePage>
  )
}
