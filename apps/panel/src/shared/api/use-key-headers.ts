import { HEADERS } from '@prosa/contract/http'
import { useRef } from 'react'
import { mayCarryOwnHeaders } from './own-headers.ts'

/**
 * Returns the call option that carries the Idempotency-Key of a body. The key stays while the same body is sent again, so that a retry
 * after a lost answer makes nothing twice; another body gets another key, because the server refuses it under the first one.
 */
export function useKeyHeaders() {
  const last = useRef({ sent: '', key: '' })
  return (body: unknown): { headers?: Record<string, string> } => {
    const sent = JSON.stringify(body)
    if (last.current.sent !== sent) last.current = { sent, key: crypto.randomUUID() }
    return mayCarryOwnHeaders() ? { headers: { [HEADERS.idempotencyKey]: last.current.key } } : {}
  }
}
