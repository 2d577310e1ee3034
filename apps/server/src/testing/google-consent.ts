import type { ServerResponse } from 'node:http'

/** Whose consent the page asks for, and what it may do wrong. */
export interface ConsentManners {
  account: string
  /** Cuts itself off from whoever opened it, as its own headers may ask a browser to. */
  severs: boolean
  /** Leads back without a code, as no Google should. */
  forgetsCode: boolean
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;')

/** Google's page that asks a person for consent, as a browser meets it. `agree` makes the code that a yes comes back with. */
export function consentPage(
  response: ServerResponse,
  { severs, forgetsCode }: ConsentManners,
  asked: URLSearchParams,
  agree: () => string,
): void {
  const back = (answer: Record<string, string>) =>
    escaped(
      `${asked.get('redirect_uri') ?? ''}?${new URLSearchParams({ ...answer, state: asked.get('state') ?? '' }).toString()}`,
    )
  const headers = { 'content-type': 'text/html; charset=utf-8' }
  response
    .writeHead(200, severs ? { ...headers, 'cross-origin-opener-policy': 'same-origin' } : headers)
    .end(`<!doctype html><html lang="pt-BR"><link rel="icon" href="data:,"><title>Google</title><h1>A Prosa quer acesso à sua agenda</h1>
      <p><a href="${back(forgetsCode ? {} : { code: agree() })}">Permitir</a></p>
      <p><a href="${back({ error: 'access_denied' })}">Negar</a></p></html>`)
}
