import { HTTP_HEADERS } from '@prosa/contract/http'
import { canSendCustomHeaders } from '../api/custom-headers.ts'

/**
 * Returns the request header that reports that 'Manter conectado' is not checked. Returns no header if it is checked, or if the CORS rules
 * of the API server might not allow the header.
 */
export const getKeepSignedInHeader = (rememberMe: boolean): Record<string, string> =>
  rememberMe || !canSendCustomHeaders() ? {} : { [HTTP_HEADERS.keepSignedIn]: 'false' }
