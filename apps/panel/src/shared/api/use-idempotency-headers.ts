import { HTTP_HEADERS } from '@prosa/contract/http'
import { useRef } from 'react'
import { canSendCustomHeaders } from './custom-headers.ts'

/**
 * Returns a function that returns the Idempotency-Key header for a body. Equal bodies get the same key, so that a retry after a lost
 * response creates nothing twice. A changed body gets a new key, because the server rejects it with the old one.
 */
export function useIdempotencyHeaders() {
  const last = useRef({ sent: '', key: '' })
  return (body: unknown): { headers?: Record<string, string> } => {
    const sent = JSON.stringify(body)
    if (last.current.sent !== sent) last.current = { sent, key: crypto.randomUUID() }
    return canSendCustomHeaders() ? { headers: { [HTTP_HEADERS.idempotencyKey]: last.current.key } } : {}
  }
}
