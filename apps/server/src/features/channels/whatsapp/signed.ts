import { createHmac, timingSafeEqual } from 'node:crypto'

/** Compares in the same time whatever the difference. */
export const same = (a: string, b: string): boolean => {
  const [x, y] = [a, b].map((text) => createHmac('sha256', 'compare').update(text).digest())
  return !!x && !!y && timingSafeEqual(x, y)
}

/** True when these very bytes were signed with the app's secret. */
export const isSigned = (body: Buffer, header: unknown, appSecret: string): boolean =>
  typeof header === 'string' && same(header, `sha256=${createHmac('sha256', appSecret).update(body).digest('hex')}`)

/** Whether a header has the form of a signature: anything else is refused before the body is read. */
export const looksSigned = (header: unknown): boolean => typeof header === 'string' && /^sha256=[0-9a-f]{64}$/.test(header)
