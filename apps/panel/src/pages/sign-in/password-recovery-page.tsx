import { NewPasswordForm } from '../../features/auth/password-recovery/new-password-form.tsx'
import { RecoveryLinkForm } from '../../features/auth/password-recovery/recovery-link-form.tsx'
import { useLinkToken } from '../../shared/browser/use-link-token.ts'
import { hasCapabilityBeforeSignIn } from '../../shared/config/capabilities-before-sign-in.ts'
import { CardPageLayout } from '../../shared/ui/layout/card-page-layout.tsx'
import { NotFoundPage } from '../standalone/not-found-page.tsx'

/**
 * Page that requests a password reset link. If the URL has a token, the page sets a new password. Renders the not-found page if the server
 * does not offer password reset.
 */
export const PasswordRecoveryPage = () => (hasCapabilityBeforeSignIn('security') ? <PasswordRecovery /> : <NotFoundPage />)

function PasswordRecovery() {
  const [token, clearToken] = useLinkToken()
  return (
    <CardPageLayout>
      <title>Recuperar senha · Prosa</title>
      {token ? <NewPasswordForm key={token} token={token} onRequestNewLink={clearToken} /> : <RecoveryLinkForm />}
    </CardPageLayout>
  )
}
