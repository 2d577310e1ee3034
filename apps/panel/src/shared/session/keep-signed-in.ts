import { HEADERS } from '@prosa/contract/http'
import { mayCarryOwnHeaders } from '../api/own-headers.ts'

/**
 * Returns the header that reports that 'Manter conectado' is not checked. Returns no header if it is checked, or if the provider's CORS
 * rules might refuse the header.
 */
export const keepSignedInHeader = (rememberMe: boolean): Record<string, string> =>
  rememberMe || !mayCarryOwnHeaders() ? {} : { [HEADERS.keepSignedIn]: 'false' }
