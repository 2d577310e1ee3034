import { useLocation, useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'

const TOKEN_PATTERN = /^t=([\w.-]+)$/

/**
 * Returns the secret token from the URL fragment (`#t=…`) and a function that clears it. Removes the fragment from the address bar at once.
 */
export function useLinkToken(): readonly [string | undefined, () => void] {
  const fragment = useLocation({ select: ({ hash }) => hash })
  const { history } = useRouter()
  const tokenFromUrl = TOKEN_PATTERN.exec(fragment)?.[1]
  const [token, setToken] = useState(tokenFromUrl)
  if (tokenFromUrl && tokenFromUrl !== token) setToken(tokenFromUrl)
  useEffect(() => {
    if (fragment) history.replace(history.location.pathname)
  }, [fragment, history])
  return [token, () => setToken(undefined)]
}
