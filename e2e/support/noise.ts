import type { Page } from '@playwright/test'

/** What a browser says of a server that a test ends while it is asked. */
export const SERVER_AWAY =
  /ERR_CONNECTION_REFUSED|ERR_CONNECTION_RESET|ERR_EMPTY_RESPONSE|ERR_INCOMPLETE|WebSocket connection|ERR_FAILED|ERR_SOCKET/

/** Notes everything that a page complains about in its console, and every error that nobody caught. */
export const listenToNoise = (page: Page, heard: string[]): void => {
  page.on('pageerror', (error) => heard.push(`${page.url()} threw ${error.stack ?? error.message}`))
  page.on('console', (line) => {
    if (line.type() === 'error' || line.type() === 'warning')
      heard.push(`${page.url()} ${line.type()}: ${line.text()} ${line.location().url}`)
  })
}
