import type { ServerResponse } from 'node:http'

const STATUS_BY_ERROR_CODE: Readonly<Record<number, number>> = {
  190: 401,
  130429: 429,
  131056: 429,
  4: 429,
  80007: 429,
  131016: 503,
}

/** Sends a successful answer as Meta does. */
export function sendMetaResponse(response: ServerResponse, body: object): void {
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

/** Sends an error answer with one of Meta's error codes. */
export function sendMetaError(response: ServerResponse, code: number, status = STATUS_BY_ERROR_CODE[code] ?? 400): void {
  const error = {
    message: `(#${code}) refused`,
    type: 'OAuthException',
    code,
    error_data: { messaging_product: 'whatsapp', details: 'because the double says so' },
    fbtrace_id: 'Az8or2yhqkZfEZ',
  }
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify({ error }))
}

/** Refuses a template with one of Meta's subcodes and its message for users. */
export function sendMetaTemplateError(response: ServerResponse, subcode: number): void {
  const error = {
    message: 'Invalid parameter',
    type: 'OAuthException',
    code: 100,
    error_subcode: subcode,
    is_transient: false,
    error_user_title: 'The double says no',
    error_user_msg: `The double refuses this template (${subcode}).`,
    fbtrace_id: 'Az8or2yhqkZfEZ',
  }
  response.writeHead(400, { 'content-type': 'application/json' }).end(JSON.stringify({ error }))
}
