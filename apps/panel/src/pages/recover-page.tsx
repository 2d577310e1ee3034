import { AskForLink } from '../features/auth/recover/ask-for-link.tsx'
import { NewPassword } from '../features/auth/recover/new-password.tsx'
import { isOfferedBeforeSignIn } from '../shared/config/offered-before-sign-in.ts'
import { useLinkToken } from '../shared/lib/use-link-token.ts'
import { CardFrame } from '../shared/ui/card-frame.tsx'
import { NotFoundPage } from './not-found-page.tsx'

/** Where a link to a new password is requested, and where that link leads; the not-found page on a provider without either. */
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
