import { useLocation, useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { PATHS } from '../../../shared/config/paths.ts'
import { CardFrame } from '../../../shared/ui/card-frame.tsx'
import { AskForLink } from './ask-for-link.tsx'
import { NewPassword } from './new-password.tsx'

const TOKEN = /^t=([\w.-]+)$/

/** A forgotten password: a link is asked for here, and leads here. Its secret leaves the address bar at once. */
export function RecoverPage() {
  const fragment = useLocation({ select: ({ hash }) => hash })
  const navigate = useNavigate()
  const brought = TOKEN.exec(fragment)?.[1]
  const [token, setToken] = useState(brought)
  if (brought && brought !== token) setToken(brought)
  useEffect(() => {
    if (fragment) void navigate({ to: PATHS.recover, hash: '', replace: true })
  }, [fragment, navigate])
  return (
    <CardFrame>
      <title>Recuperar senha · Prosa</title>
      {token ? <NewPassword key={token} token={token} onAskAgain={() => setToken(undefined)} /> : <AskForLink />}
    </CardFrame>
  )
}
