import { allCalls } from '@prosa/contract/calls/all'
import { getErrorStatuses } from '../../platform/http/calls/error-statuses.ts'

const LISTED_ERRORS = new Map(allCalls.map((call) => [`${call.method} /api${call.path}`, getErrorStatuses(call)]))

interface LogLine {
  msg?: string
  method?: string
  route?: string
  status?: number
}

/** Returns the logged error responses that the API reference does not list (OPEN-13). */
export function findUnlistedErrorResponses(logged: readonly string[]): string[] {
  const found = logged
    .filter((line) => line.includes('"msg":"request"'))
    .map((line) => JSON.parse(line) as LogLine)
    .filter(({ status = 0 }) => status >= 400 && status !== 501)
    .flatMap(({ method, route, status = 0 }) => {
      const listed = LISTED_ERRORS.get(`${method} ${route}`)
      return !listed || listed.includes(status) ? [] : [`${method} ${route} answered ${status}`]
    })
  return [...new Set(found)]
}
