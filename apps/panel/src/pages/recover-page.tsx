import { AskForLink } from '../features/auth/recover/ask-for-link.tsx'
import { NewPassword } from '../features/auth/recover/new-password.tsx'
import { useLinkToken } from '../shared/lib/use-link-token.ts'
import { CardFrame } from '../shared/ui/card-frame.tsx'

/** A forgotten password: a link is asked for here, and leads here. */
export function RecoverPage() {
  const [token, forget] = useLinkToken()
  return (
    <CardFrame>
      <title>Recuperar senha · Prosa</title>
      {token ? <NewPassword key={token} token={token} onAskAgain={forget} /> : <AskForLink />}
    </CardFrame>
  )
}
