import { HTTP_HEADERS } from '@prosa/contract/http'
import { useRef } from 'react'
import { canSendCustomHeaders } from './custom-headers.ts'

/**
 * Returns a function that creates the Idempotency-Key header for a request body. Equal bodies get the same key, so that a retry after a
 * lost response creates nothing twice. A changed body gets a new key, because the server would reject the old one.
 */
export function useIdempotencyHeaders() {
  const lastRequest = useRef({ sent: '', key: '' })
  return (body: unknown): { headers?: Record<string, string> } => {
    const sent = JSON.stringify(body)
    if (lastRequest.current.sent !== sent) lastRequest.current = { sent, key: crypto.randomUUID() }
    return canSendCustomHeaders() ? { headers: { [HTTP_HEADERS.idempotencyKey]: lastRequest.current.key } } : {}
  }
}
