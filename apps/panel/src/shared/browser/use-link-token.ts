import { useLocation, useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'

const TOKEN_PATTERN = /^t=([\w.-]+)$/

/** Returns the secret token of a link's '#' fragment, which is removed from the address bar at once, and a function that forgets it. */
export function useLinkToken(): readonly [string | undefined, () => void] {
  const fragment = useLocation({ select: ({ hash }) => hash })
  const { history } = useRouter()
  const brought = TOKEN_PATTERN.exec(fragment)?.[1]
  const [token, setToken] = useState(brought)
  if (brought && brought !== token) setToken(brought)
  useEffect(() => {
    if (fragment) history.replace(history.location.pathname)
  }, [fragment, history])
  return [token, () => setToken(undefined)]
}
