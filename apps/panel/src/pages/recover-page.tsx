import { AskForLink } from '../features/auth/recover/ask-for-link.tsx'
import { NewPassword } from '../features/auth/recover/new-password.tsx'
import { isOfferedBeforeSignIn } from '../shared/config/offered-before-sign-in.ts'
import { useLinkToken } from '../shared/lib/use-link-token.ts'
import { CardFrame } from '../shared/ui/card-frame.tsx'
import { NotFoundPage } from './not-found-page.tsx'

/**
 * Page that requests a password reset link, or sets the new password if the URL carries a token. Renders the not-found page if the provider
 * offers no password reset.
 */
export const RecoverPage = () => (isOfferedBeforeSignIn('security') ? <Recover /> : <NotFoundPage />)

function Recover() {
  const [token, forget] = useLinkToken()
  return (
    <CardFrame>
      <title>Recuperar senha · Prosa</title>
      {token ? <NewPassword key={token} token={token} onAskAgain={forget} /> : <AskForLink />}
    </CardFrame>
  )
}
