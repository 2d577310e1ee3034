import type { ServerResponse } from 'node:http'

/** The account that the consent page shows, and the page's faults. */
export interface ConsentPageBehavior {
  account: string
  /** Whether the page severs the link to its opener, as its own headers may request from a browser. */
  severs: boolean
  /** Whether the page redirects back without a code, which the real Google does not do. */
  forgetsCode: boolean
}

const escapeHtml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;')

/** Answers with a double of Google's consent page for a browser. `agree` returns the code for the redirect after consent. */
export function sendConsentPage(
  response: ServerResponse,
  { severs, forgetsCode }: ConsentPageBehavior,
  asked: URLSearchParams,
  agree: () => string,
): void {
  const back = (answer: Record<string, string>) =>
    escapeHtml(
      `${asked.get('redirect_uri') ?? ''}?${new URLSearchParams({ ...answer, state: asked.get('state') ?? '' }).toString()}`,
    )
  const headers = { 'content-type': 'text/html; charset=utf-8' }
  response
    .writeHead(200, severs ? { ...headers, 'cross-origin-opener-policy': 'same-origin' } : headers)
    .end(`<!doctype html><html lang="pt-BR"><link rel="icon" href="data:,"><title>Google</title><h1>A Prosa quer acesso à sua agenda</h1>
      <p><a href="${back(forgetsCode ? {} : { code: agree() })}">Permitir</a></p>
      <p><a href="${back({ error: 'access_denied' })}">Negar</a></p></html>`)
}
