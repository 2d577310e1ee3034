import { createHmac, timingSafeEqual } from 'node:crypto'

/** Compares two strings in constant time, so that the duration does not reveal a secret. */
export const equalsInConstantTime = (a: string, b: string): boolean => {
  const [x, y] = [a, b].map((text) => createHmac('sha256', 'compare').update(text).digest())
  return !!x && !!y && timingSafeEqual(x, y)
}

/**
 * Whether a header contains the valid signature of a webhook.
 * @param body bytes exactly as received
 */
export const hasValidSignature = (body: Buffer, header: unknown, appSecret: string): boolean =>
  typeof header === 'string' &&
  equalsInConstantTime(header, `sha256=${createHmac('sha256', appSecret).update(body).digest('hex')}`)

/** Whether a header has the format of a webhook signature. Other requests are rejected before their body is read. */
export const hasSignatureFormat = (header: unknown): boolean => typeof header === 'string' && /^sha256=[0-9a-f]{64}$/.test(header)
