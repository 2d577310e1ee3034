/** Somewhere a number is written with more digits than a double surely holds. */
const LONG_NUMBER = /[:[,]\s*-?\d{16}/
const WHOLE = /^-?\d+$/

/** JSON.parse tells its reviver how a number was written; its types do not know yet. */
type Revive = (key: string, value: unknown, context: { source?: string }) => unknown

const keepDigits: Revive = (_key, value, { source = '' }) =>
  typeof value === 'number' && !Number.isSafeInteger(value) && WHOLE.test(source) ? source : value

/**
 * JSON whose whole numbers beyond 2^53 keep every digit, as text: ids that an outside service writes as numbers. Asked number by number
 * only where there is one so long. @throws SyntaxError
 */
export const parseKeepingDigits = (json: string): unknown =>
  LONG_NUMBER.test(json) ? JSON.parse(json, keepDigits as (key: string, value: unknown) => unknown) : JSON.parse(json)
