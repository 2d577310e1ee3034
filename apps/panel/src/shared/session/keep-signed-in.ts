import { HEADERS } from '@prosa/contract/http'
import { mayCarryOwnHeaders } from '../api/own-headers.ts'

/** Returns the header that says that 'Manter conectado' is not checked; none where it is, or where a provider might refuse it. */
export const keepSignedInHeader = (rememberMe: boolean): Record<string, string> =>
  rememberMe || !mayCarryOwnHeaders() ? {} : { [HEADERS.keepSignedIn]: 'false' }
